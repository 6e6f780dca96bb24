package tree

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"

	"xcbench/cover"
)

// File is a tree being written to a file during the search, in constant memory. The file has a
// temporary name until it is complete, so no reader ever finds half a tree.
type File struct {
	path     string
	part     *os.File
	zip      *gzip.Writer
	out      *bufio.Writer
	record   Record
	follower *Follower // nil if the nodes get no labels

	walk
	watch
}

// Create begins a file of the search that a record names. End it with Close or Discard.
func Create(path string, record Record) (*File, error) {
	part, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, err
	}
	// The gzip header has no name and no date, so that the same search gives the same file. The
	// default compression level makes files a quarter smaller, but a search of bitset takes three
	// times as long with it.
	zip, _ := gzip.NewWriterLevel(part, gzip.BestSpeed)
	f := &File{path: path, part: part, zip: zip, out: bufio.NewWriterSize(zip, 1<<16), record: record, walk: walk{level: -1}}
	f.out.WriteString(format) // an error shows in the next write too
	return f, nil
}

// Trace returns a trace that writes the nodes of a search. It stops the search when a write fails.
func (f *File) Trace() *cover.Trace { return f.trace(f.node, f.solved) }

// A tree has labels if it has at most so many nodes, and its problem at most so many entries. Following the
// beginning of a larger search would take longer than recording all of it.
const (
	maxLabels  = 60
	maxEntries = 1 << 16
)

// Label makes the file record the item and the option of each node by name. It does so only if the rule of the
// record determines them, and if the tree and the problem p are small. A search that does not keep to its
// rule is an error.
func (f *File) Label(p *cover.Problem, item, option func(int) string) {
	if !CanFollow(f.record.Rule) || p.Entries() > maxEntries {
		return
	}
	f.follower = Follow(p, f.record.Rule, func(n *Node) {
		var l Label
		if n.Item >= 0 {
			l.Item = item(n.Item)
		}
		if n.Up != nil {
			l.Option = option(n.Option())
		}
		f.record.Labels = append(f.record.Labels, l)
	})
}

// node writes a node.
func (f *File) node(level int) {
	code := codeOf(f.level, level)
	f.failed(f.enter(level))
	f.write(code)
	if f.follower != nil {
		f.follower.node(level)
		f.failed(f.follower.err)
	}
	if f.nodes > maxLabels {
		f.follower, f.record.Labels = nil, nil
	}
}

// solved marks the last node as a solution.
func (f *File) solved() {
	f.failed(f.found())
	f.write(0)
	if f.follower != nil {
		f.follower.solution()
		f.failed(f.follower.err)
	}
}

// write writes a code.
func (f *File) write(code uint64) {
	if f.err == nil {
		_, err := f.out.Write(binary.AppendUvarint(f.out.AvailableBuffer(), code))
		f.failed(err)
	}
}

// Close ends the tree and moves the file to its path. If that fails, it removes the file and
// returns the error.
func (f *File) Close(status cover.Status) error {
	defer f.Discard()
	if f.write(codeOf(f.level, -1)); f.err != nil {
		return f.err
	}
	f.record.Status, f.record.Nodes, f.record.Solutions = status, f.nodes, f.solutions
	text, err := json.Marshal(f.record)
	if len(text) > maxRecord {
		f.record.Labels = nil
		text, err = json.Marshal(f.record)
	}
	f.out.Write(text)
	err = cmp.Or(err, f.out.Flush(), f.zip.Close(), f.part.Chmod(0o644), f.part.Sync(), f.part.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.part.Name(), f.path)
}

// Discard removes a file that was not closed.
func (f *File) Discard() {
	f.part.Close()
	os.Remove(f.part.Name())
}
