package count

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strconv"
)

// ZDD is a zero-suppressed decision diagram (Minato 1993) of all solutions, as sets of options. A
// node tests an option: its high child has the solutions with the option, without it, and its low
// child has the solutions that do not have it. The terminal B stands for no set, and T for the empty
// set. The diagram is ordered, and reduced: no node has the high child B, and no two nodes are equal.
//
// The options are in the order of the sweep: by the first item of each in the order of the items, and
// then in input order.
type ZDD struct {
	d     *Diagram
	nodes []node // children first
	root  uint32
}

// A node of a ZDD. The numbers of children are those of terminals, or places in nodes and firstNode.
type node struct {
	option int32
	lo, hi uint32
}

const (
	bottom    = 0
	top       = 1
	firstNode = 2
)

// ZDD returns the diagram as a ZDD. Each transition becomes a node, whose low child has the next
// transitions of its state. Equal nodes are merged, from the end to the first state. The error is a
// [Stop].
func (d *Diagram) ZDD(ctx context.Context) (*ZDD, error) {
	z, done := &ZDD{d: d}, d.pass(ctx)
	ofState := slice[uint32](d.budget, len(d.first)-1)
	if d.stopped {
		return nil, done()
	}
	ofState[end] = top
	known := map[node]uint32{}
	for state := end + 1; state <= d.root() && !d.stopped; state++ {
		for _, e := range slices.Backward(d.out(state)) {
			n := node{e.option, ofState[state], ofState[e.to]}
			if known[n] == bottom {
				d.take(ofNode)
				push(d.budget, &z.nodes, n)
				known[n] = uint32(len(z.nodes) - 1 + firstNode)
			}
			ofState[state] = known[n]
		}
		d.spend(int64(1 + mapWork*len(d.out(state))))
	}
	z.root = ofState[d.root()]
	return z, done()
}

// ofNode is the memory of a node in a map, and mapWork the work of a look into it.
const (
	ofNode  = 40
	mapWork = 8
)

// Nodes returns the number of nodes, without the terminals.
func (z *ZDD) Nodes() int { return len(z.nodes) }

// WriteText writes the nodes, children first, as Graphillion's GraphSet.dump does: a line
//
//	ID OPTION LO HI
//
// for each node, in which the option has its number in the input, and a child is the ID of a node, B or
// T. The last node is the root. A diagram without nodes has a line with its terminal. The last line is a
// full stop.
func (z *ZDD) WriteText(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	child := func(line []byte, id uint32) []byte {
		if id < firstNode {
			return append(line, "BT"[id])
		}
		return strconv.AppendUint(line, uint64(id), 10)
	}
	var line []byte
	for k, n := range z.nodes {
		line = append(child(line[:0], uint32(k+firstNode)), ' ')
		line = append(strconv.AppendInt(line, int64(z.d.p.Number(int(n.option))), 10), ' ')
		line = append(child(line, n.lo), ' ')
		line = append(child(line, n.hi), '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	if len(z.nodes) == 0 {
		out.Write(append(child(line[:0], z.root), '\n'))
	}
	out.WriteString(".\n")
	return out.Flush()
}
