package tree

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"xcbench/cover"
)

// writer writes a tree during the search, in constant memory. [writer.Close] returns the first
// error.
type writer struct {
	zip   *gzip.Writer
	out   *bufio.Writer
	rule  cover.Rule
	tail  Tail
	level int    // of the last node, -1 before the root
	code  uint64 // of the last node; written once it is known whether the node is a solution
	err   error

	follower *Follower // nil if the nodes get no labels
	labels   []Label

	stop atomic.Bool // after an error
}

// newWriter writes the head of a tree.
func newWriter(w io.Writer, head Head) (*writer, error) {
	// The gzip header has no name and no date, so that the same search gives the same file. The
	// default compression level makes files a quarter smaller, but a search of bitset takes three
	// times as long with it.
	zip, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	t := &writer{zip: zip, out: bufio.NewWriterSize(zip, 1<<16), level: -1, rule: head.Rule}
	t.out.WriteString(magic + "\n")
	for _, line := range [][2]string{
		{"instance", head.InstanceID}, {"solver", head.Solver}, {"rule", string(head.Rule)},
	} {
		if strings.ContainsAny(line[1], "\r\n") || len(line[1]) > maxLine/2 {
			return nil, fmt.Errorf("%s %q cannot be recorded, expected one line of at most %d bytes",
				line[0], line[1], maxLine/2)
		}
		fmt.Fprintf(t.out, "%s: %s\n", line[0], line[1])
	}
	_, err = t.out.WriteString("\n")
	return t, err
}

// Trace returns a trace that writes the nodes of a search. It stops the search when a write fails.
func (w *writer) Trace() *cover.Trace {
	return &cover.Trace{Node: w.node, Solution: w.solution, Stop: func(int64, int64) bool { return w.stop.Load() }}
}

// Label makes the file record the items and options of the nodes of a search on p, if the rule of
// the head determines them, and the tree and the problem are small. A search that does not keep to
// its rule is an error.
func (w *writer) Label(p *cover.Problem, names Names) {
	if CanFollow(w.rule) && p.Entries() <= maxEntries {
		w.follower = Follow(p, w.rule, func(s Step) { w.labels = append(w.labels, labelOf(names, s)) })
	}
}

// node writes a node. The root is on level 0. Every other node is at most one level deeper than the
// node before it.
func (w *writer) node(level int) {
	if level > w.level+1 || level > maxLevel || level <= 0 && w.level >= 0 {
		w.failed(fmt.Errorf("a node on level %d after one on level %d cannot be recorded, expected 1 to %d",
			level, w.level, min(w.level+1, maxLevel)))
	}
	if level > w.level && w.code&1 == 1 {
		w.failed(fmt.Errorf("a node below a solution cannot be recorded, expected a solution to be a leaf"))
	}
	w.label(func(f *Follower) { f.node(level) })
	w.flush()
	w.code = 2 * uint64(w.level+1-level)
	w.level = level
	w.tail.Nodes++
}

// label lets the follower take a step. It ends the labels if the tree has become large.
func (w *writer) label(step func(*Follower)) {
	if w.follower == nil {
		return
	}
	if step(w.follower); w.follower.err != nil {
		w.failed(w.follower.err)
	}
	if n := len(w.labels); n > maxLabels || n > 0 && len(w.labels[n-1].Item+w.labels[n-1].Option) >= maxLine {
		w.follower, w.labels = nil, nil
	}
}

// solution marks the last node as a solution.
func (w *writer) solution() {
	w.label((*Follower).solution)
	w.code |= 1
	w.tail.Solutions++
}

// flush writes the code of the last node.
func (w *writer) flush() {
	if w.level < 0 || w.err != nil {
		return
	}
	if _, err := w.out.Write(binary.AppendUvarint(w.out.AvailableBuffer(), w.code)); err != nil {
		w.failed(err)
	}
}

func (w *writer) failed(err error) {
	if w.err == nil {
		w.err = err
		w.stop.Store(true)
	}
}

// Close ends the tree. It does not close the underlying writer.
func (w *writer) Close(status cover.Status) error {
	w.flush()
	if w.err != nil {
		return w.err
	}
	w.tail.Status = status
	w.out.Write(binary.AppendUvarint(nil, endCode(w.level)))
	fmt.Fprintf(w.out, "status: %s\nnodes: %d\nsolutions: %d\n", w.tail.Status, w.tail.Nodes, w.tail.Solutions)
	if w.labels != nil {
		fmt.Fprintf(w.out, "labels: %d\n", len(w.labels))
	}
	for _, l := range w.labels {
		fmt.Fprintf(w.out, "%s\t%s\n", l.Item, l.Option)
	}
	if err := w.out.Flush(); err != nil {
		return err
	}
	return w.zip.Close()
}

// endCode returns the code that follows the last node, which is on the given level. It is the code
// of a node above the root, on level -1.
func endCode(level int) uint64 { return 2 * uint64(level+2) }
