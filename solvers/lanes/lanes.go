package lanes

import (
	"context"
	"math/bits"

	"xcbench/cover"
)

// Forced is the choice rule of this solver. It draws conclusions before it branches, in two steps
// that repeat until neither finds more:
//
//   - It takes the option of every item that has a single option left.
//   - If there is no such item, it applies claims. An item a claims an item b if all options left
//     of a contain b; then the other options of b are removed.
//
// All of this is one node: forced options make no nodes and take no level. The node has no children
// if an item is left without options, or if two forced options clash. Otherwise the rule chooses
// the item to branch on as [cover.MRV] does.
const Forced cover.Rule = "forced"

// Weighted is the choice rule Forced with another choice among the items with the fewest options:
// the item with the highest weight, and the first of equals. The weight of an item is the number of
// dead ends that left it without options, up to 65534. So the tree depends on what was searched before,
// and it cannot be divided. A run begins without weights.
const Weighted cover.Rule = "weighted"

// New returns the solver lanes.
func New() cover.Solver { return solver{kernel: kernels[0]} }

// NewWeighted returns the solver lanes under the rule Weighted.
func NewWeighted() cover.Solver { return solver{kernels[0], true} }

type solver struct {
	kernel
	weighted bool
}

var capabilities = cover.Capabilities{Secondary: true, OptionsPerItem: maxOptions}

func (solver) Capabilities() cover.Capabilities { return capabilities }

// search is a problem prepared for Run. If the problem is a restriction, its tables and its options
// are those of its base (see [cover.Problem.Base]). The [cover.Meter] gets the base too, since
// solutions are shown as options of the base.
type search struct {
	kernel // for the tables
	solver
	workspace
	refused *cover.Problem // the last base that has no tables, since it is not for this solver

	root   []uint64 // the state in which no option of the problem is taken
	states []uint64 // by level, stride words each
	levels []level
	path   []int // the options taken, in order

	cover.Meter
}

// level is a node on the path from the root to the current node. Its state is in states.
type level struct {
	item int    // the item branched on
	left uint16 // the options of the item that are still to be tried, as bits of its lane
	path int    // how many options are taken
}

func (s solver) Prepare(p *cover.Problem) (cover.Search, error) {
	x := &search{solver: s}
	if err := x.restrict(p, nil, nil); err != nil {
		return nil, err
	}
	return x, nil
}

// Reset makes new tables only if p has another base than the problem before. If the base is not for
// this solver, like the base of sudokus of side 25, p is searched by itself.
func (x *search) Reset(p *cover.Problem) error {
	base, taken, without := p.Base()
	if base != x.refused {
		if capabilities.Check(base, true) == nil && x.restrict(base, taken, without) == nil {
			return nil
		}
		x.refused = base
	}
	return x.restrict(p, nil, nil)
}

// restrict makes x the search of base with some options taken and some left out.
func (x *search) restrict(base *cover.Problem, taken, without []int32) error {
	if x.tables == nil || x.tables.p != base {
		t, err := newTables(base, x.solver.planes != nil)
		if err != nil {
			return err
		}
		x.workspace = newWorkspace(t, x.weighted)
		x.kernel = x.solver.of(t)
		x.root = aligned(t.stride)
		copy(x.root, t.full)
		x.path = cover.Padded[int](base.MaxDepth() + 1) // settle may write one more than it takes
		x.levels = cover.Padded[level](base.MaxDepth())
	}
	x.take(&x.workspace, x.full, x.root, taken)
	for _, o := range without {
		x.drop(int(o))
	}
	x.reopen(taken)
	return nil
}

// drop removes an option from the lanes of the root, unless its items are covered.
func (x *search) drop(o int) {
	for _, i := range x.tables.p.Option(o) {
		if int(i) < x.tables.p.Primary() && x.root[x.open+int(i)/64]>>(i%64)&1 != 0 {
			at := x.bit(uint32(x.place(o, int(i))))
			x.root[at/64] &^= 1 << (at % 64)
		}
	}
}

// reopen puts all items back into the open set if two of the taken options contain the same item.
// That item has no options, so the root is a dead end.
func (x *search) reopen(taken []int32) {
	open, want := 0, x.tables.p.Primary()
	for _, word := range x.root[x.open:x.width] {
		open += bits.OnesCount64(word)
	}
	if x.alike {
		want -= len(taken) * int(x.size[0])
	} else {
		for _, o := range taken {
			want -= int(x.size[o])
		}
	}
	if open != want {
		copy(x.root[x.open:], x.full[x.open:x.width])
	}
}

// state returns the state of level k.
func (x *search) state(k int) []uint64 { return x.states[k*x.stride:][:x.stride] }

// reserve makes room for the states of the levels down to k.
func (x *search) reserve(k int) {
	if need := (k + 1) * x.stride; need > len(x.states) {
		more := aligned(2 * need)
		copy(more, x.states)
		x.states = more
	}
}

func (x *search) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	x.clearWeights()
	x.Start(ctx, x.tables.p, limits, visit, x.width*x.tables.p.Primary())
	x.search()
	return x.Stats()
}

func (x *search) search() {
	k, before, taken := 0, 0, 0
	from, option := x.root, x.tables.p.Options()
	for {
		x.reserve(k)
		to := x.state(k)
		if k > 0 {
			from = x.state(k - 1)
		}
		var after int
		item := dead
		if x.Node(k) {
			item, after = x.settle(&x.workspace, from, to, option, x.path, taken)
			x.Add(k, int64(after-before))
		} else if x.Stopped() {
			return
		}
		if item >= 0 {
			x.levels[k] = level{item, x.left(to, item), after}
		} else {
			if item == solved && !x.Solution(x.path[:after]) {
				return
			}
			for k--; k >= 0 && x.levels[k].left == 0; k-- {
			}
			if k < 0 {
				return
			}
		}
		l := &x.levels[k]
		option = int(x.options[l.item*maxOptions+bits.TrailingZeros16(l.left)])
		l.left &= l.left - 1
		x.path[l.path] = option
		before, taken = l.path, l.path+1
		k++
	}
}
