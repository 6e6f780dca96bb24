package tree

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"io"

	"xcbench/cover"
)

// Writer writes a tree during the search, in constant memory.
type Writer struct {
	zip      *gzip.Writer
	out      *bufio.Writer
	follower *Follower // nil if the nodes get no labels

	walk
	err error // the first one
}

// NewWriter returns a writer of the tree of a search. End the tree with Close.
func NewWriter(to io.Writer, instanceID, solver string, rule cover.Rule) *Writer {
	// The gzip header has no name and no date, so that the same search gives the same file. The
	// default compression level makes files a quarter smaller, but a search of bitset takes three
	// times as long with it.
	zip, _ := gzip.NewWriterLevel(to, gzip.BestSpeed)
	w := &Writer{zip: zip, out: bufio.NewWriterSize(zip, 1<<16), walk: walk{level: -1}}
	w.InstanceID, w.Solver, w.Rule = instanceID, solver, rule
	w.out.WriteString(format) // an error shows in the next write too
	return w
}

// Trace returns a trace that writes the nodes of a search. It stops the search when a write fails.
func (w *Writer) Trace() *cover.Trace { return trace(&w.err, w.node, w.found) }

// A tree has labels if it has at most so many nodes, and its problem at most so many entries. Following the
// beginning of a larger search would take longer than recording all of it.
const (
	maxLabels  = 60
	maxEntries = 1 << 16
)

// Label makes the file record the item and the option of each node by name. It does so only if the rule of the
// record determines them, and if the tree and the problem p are small. A search that does not keep to its
// rule is an error.
func (w *Writer) Label(p *cover.Problem, item, option func(int) string) {
	if !CanFollow(w.Rule) || p.Entries() > maxEntries {
		return
	}
	w.follower = Follow(p, w.Rule, func(n *Node) {
		var l Label
		if n.Item >= 0 {
			l.Item = item(n.Item)
		}
		if n.Up != nil {
			l.Option = option(n.Option())
		}
		w.Labels = append(w.Labels, l)
	})
}

// node writes a node.
func (w *Writer) node(level int) error {
	code := codeOf(w.level, level)
	err := cmp.Or(w.enter(level), w.write(code))
	if w.Nodes > maxLabels {
		w.follower, w.Labels = nil, nil
	}
	if w.follower != nil {
		err = cmp.Or(err, w.follower.node(level))
	}
	return err
}

// found marks the last node as a solution.
func (w *Writer) found() error {
	err := cmp.Or(w.walk.found(), w.write(0))
	if w.follower != nil {
		err = cmp.Or(err, w.follower.found())
	}
	return err
}

// write writes a code.
func (w *Writer) write(code uint64) error {
	_, err := w.out.Write(binary.AppendUvarint(w.out.AvailableBuffer(), code))
	return err
}

// Close ends the tree. It returns the first error, also one of the search.
func (w *Writer) Close(status cover.Status) error {
	w.Status = status
	text, err := json.Marshal(w.Record)
	if len(text) > maxRecord {
		w.Labels = nil
		text, err = json.Marshal(w.Record)
	}
	w.write(codeOf(w.level, -1))
	w.out.Write(text)
	return cmp.Or(w.err, err, w.out.Flush(), w.zip.Close())
}
