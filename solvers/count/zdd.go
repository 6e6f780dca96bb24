package count

import (
	"bufio"
	"context"
	"io"
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
	nodes list[node] // children first
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
	z := &ZDD{d: d, root: bottom}
	if d.none() {
		return z, nil
	}
	pass := d.pass(ctx)
	states := d.States()
	ofState, ok := slice[uint32](pass.memory, states+1)
	if pass.full(ok) {
		return nil, pass.end()
	}
	ofState[states] = top
	var index []uint32 // a hash table of nodes
	for s := states - 1; s >= 0; s-- {
		from, to := d.out(s)
		at := uint32(bottom)
		for k := to - 1; k >= from; k-- {
			if 2*(z.nodes.n+1) > len(index) && !z.spread(pass, &index) {
				return nil, pass.end()
			}
			e := d.edges.at(k)
			n := node{e.option, at, ofState[e.to]}
			place := z.find(index, n)
			if index[place] == 0 {
				if ok := z.nodes.add(pass.memory, n); pass.stopped(1, ok) {
					return nil, pass.end()
				}
				index[place] = uint32(z.nodes.n - 1 + firstNode)
			}
			at = index[place]
		}
		ofState[s] = at
		if pass.stopped(1+to-from, true) {
			return nil, pass.end()
		}
	}
	z.root = ofState[0]
	return z, pass.end()
}

// find returns the place of a node in the hash table, or the free one where it belongs.
func (z *ZDD) find(index []uint32, n node) int {
	last := len(index) - 1
	k := int(mix(mix(uint64(n.lo)<<32|uint64(n.hi))^uint64(n.option))) & last
	for index[k] != 0 && *z.nodes.at(int(index[k] - firstNode)) != n {
		k = (k + 1) & last
	}
	return k
}

// spread doubles the hash table. It returns false if the pass has to stop.
func (z *ZDD) spread(pass *pass, index *[]uint32) bool {
	wider, ok := slice[uint32](pass.memory, max(64, 2*len(*index)))
	if pass.full(ok) {
		return false
	}
	for k := range z.nodes.n {
		wider[z.find(wider, *z.nodes.at(k))] = uint32(k + firstNode)
		if pass.stopped(1, true) {
			return false
		}
	}
	drop(pass.memory, index)
	*index = wider
	return true
}

// Nodes returns the number of nodes, without the terminals.
func (z *ZDD) Nodes() int { return z.nodes.n }

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
	for k := range z.nodes.n {
		n := z.nodes.at(k)
		line = append(child(line[:0], uint32(k+firstNode)), ' ')
		line = append(strconv.AppendInt(line, int64(z.d.p.Number(int(n.option))), 10), ' ')
		line = append(child(line, n.lo), ' ')
		line = append(child(line, n.hi), '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	if z.nodes.n == 0 {
		out.Write(append(child(line[:0], z.root), '\n'))
	}
	out.WriteString(".\n")
	return out.Flush()
}
