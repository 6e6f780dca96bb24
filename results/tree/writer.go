package tree

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"xcbench/cover"
)

// File is a tree being written to a file during the search, in constant memory. The file has a
// temporary name until it is complete, so no reader ever finds half a tree.
type File struct {
	path string
	part *os.File
	zip  *gzip.Writer
	out  *bufio.Writer
	rule cover.Rule

	order
	code uint64 // of the last node; written once it is known whether the node is a solution

	follower *Follower // nil if the nodes get no labels
	labels   []Label

	err  error
	stop atomic.Bool // after an error
}

// Create begins a file. End it with Close or Discard.
func Create(path string, head Head) (*File, error) {
	part, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, err
	}
	// The gzip header has no name and no date, so that the same search gives the same file. The
	// default compression level makes files a quarter smaller, but a search of bitset takes three
	// times as long with it.
	zip, _ := gzip.NewWriterLevel(part, gzip.BestSpeed)
	f := &File{path: path, part: part, zip: zip, out: bufio.NewWriterSize(zip, 1<<16), rule: head.Rule, order: order{level: -1}}
	text, err := json.Marshal(first{format, head})
	if len(text) >= maxText {
		err = fmt.Errorf("the names of instance and solver take %d bytes, expected fewer than %d", len(text), maxText)
	}
	if err != nil {
		f.Discard()
		return nil, err
	}
	f.out.Write(append(text, '\n')) // an error shows in the next write too
	return f, nil
}

// Trace returns a trace that writes the nodes of a search. It stops the search when a write fails.
func (f *File) Trace() *cover.Trace {
	return &cover.Trace{Node: f.node, Solution: f.solved, Stop: func(int64, int64) bool { return f.stop.Load() }}
}

// A tree has labels if it has at most so many nodes, and its problem at most so many entries. Following the
// beginning of a larger search would take longer than recording all of it.
const (
	maxLabels  = 60
	maxEntries = 1 << 16
)

// Names has the names of the items and options of a problem.
type Names interface {
	Item(i int) string
	Option(o int) string
}

// Label makes the file record the items and options of the nodes of a search on p, if the rule of
// the head determines them, and the tree and the problem are small. A search that does not keep to
// its rule is an error.
func (f *File) Label(p *cover.Problem, names Names) {
	if !CanFollow(f.rule) || p.Entries() > maxEntries {
		return
	}
	f.follower = Follow(p, f.rule, func(n *Node) {
		var l Label
		if n.Item >= 0 {
			l.Item = names.Item(n.Item)
		}
		if n.Up != nil {
			l.Option = names.Option(n.Option())
		}
		f.labels = append(f.labels, l)
	})
}

// node writes a node.
func (f *File) node(level int) {
	f.flush()
	f.code = codeOf(f.level, level)
	f.failed(f.enter(level))
	if f.follower != nil {
		f.follower.node(level)
		f.failed(f.follower.err)
	}
	if f.Nodes > maxLabels {
		f.follower, f.labels = nil, nil
	}
}

// solved marks the last node as a solution.
func (f *File) solved() {
	f.code |= 1
	f.found()
	if f.follower != nil {
		f.follower.solution()
		f.failed(f.follower.err)
	}
}

// flush writes the code of the last node.
func (f *File) flush() {
	if f.level >= 0 && f.err == nil {
		_, err := f.out.Write(binary.AppendUvarint(f.out.AvailableBuffer(), f.code))
		f.failed(err)
	}
}

// failed keeps the first error.
func (f *File) failed(err error) {
	if err != nil && f.err == nil {
		f.err = err
		f.stop.Store(true)
	}
}

// Close ends the tree and moves the file to its path. If that fails, it removes the file and
// returns the error.
func (f *File) Close(status cover.Status) error {
	defer f.Discard()
	if f.flush(); f.err != nil {
		return f.err
	}
	f.Status = status
	text, err := json.Marshal(last{f.Tail, f.labels})
	if len(text) > maxText {
		text, err = json.Marshal(last{Tail: f.Tail})
	}
	f.out.Write(append(binary.AppendUvarint(nil, codeOf(f.level, -1)), text...))
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

// codeOf returns the code of a node that is no solution, by its level and the level of the node
// before it. The end of the nodes has the code of a node on level -1.
func codeOf(before, level int) uint64 { return 2 * uint64(before+1-level) }
