package cells

import "xcbench/cover"

// New returns the dancing cells solver with one of the rules [cover.MRV], [cover.First],
// [SSXC1] and [SSXCC].
func New(rule cover.Rule) cover.Solver { return solver{rules[rule]} }

type solver struct{ rule rule }

func (solver) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

// search is a search on the tables that doc.go shows.
type search struct {
	p       *cover.Problem
	primary int
	rule    rule

	set   cells
	base  cells    // by item, and one more: where its options begin in set
	items itemList // by item
	nodes nodeList

	order  cells // the items, active ones first
	pos    cells // by item: its place in order
	active int

	path    []branch // what is left to try, the deepest level last; path[:open] is in use
	open    int
	slots   int    // see frames.go: copies has room for so many frames
	copies  []item // of the frames, those that are not packed
	packed  int    // the number of frames that are packed, the first ones
	lost    []uint32
	force   cells // a stack of items that had one option when they were put there
	forced  int   // its height
	failed  int   // options given up
	empty   int   // a primary item without options, or -1
	chose   cells // the option chosen on each level, by one of its nodes
	options []int // of a solution, for the visitor
	shown   bool  // there is a visitor
	clean   bool  // everything is in the order of the input
	cover.Meter
}

// item has what changes of an item: its live options are set[base:end]. When hiding an option would
// bring the end of an active primary item below low, the rule wants to know; low is 0 for others.
type item struct{ end, low uint32 }

// node is an item of an option, or the spacer behind one: then item is the complement
// of the option's number, and loc its first node.
//
// A set's numbers are uint32 and become int when they are read: that takes no instruction,
// unlike the extension of an int32, and 64-bit links would take twice the cache.
type node struct{ item, loc uint32 }

// branch is a node of the search tree that has options left to try. Its frame of saved has
// the same index.
type branch struct {
	at, end int // the next option is that of node set[at]; the last one is at end-1
	active  int // the active items before an option is chosen
	level   int
	lost    int // of the frame, if it is packed: where it begins in search.lost
}

// The tables. Their elements are read and written by at, or by index where time does not matter.
type (
	cells    []uint32
	itemList []item
	nodeList []node
)

func (s solver) Prepare(p *cover.Problem) (cover.Search, error) {
	x := &search{
		p:       p,
		primary: p.Primary(),
		rule:    s.rule,
		set:     cover.Padded[uint32](p.Entries()),
		base:    cover.Padded[uint32](p.Items() + 1),
		items:   cover.Padded[item](p.Items()),
		nodes:   cover.Padded[node](p.Entries() + p.Options()),
		order:   cover.Padded[uint32](p.Items()),
		pos:     cover.Padded[uint32](p.Items()),
		slots:   slots(p.Items(), p.Entries()),
		path:    cover.Padded[branch](p.MaxDepth() + 1),
		force:   cover.Padded[uint32](p.Primary()),
		chose:   cover.Padded[uint32](p.MaxDepth()),
		options: cover.Padded[int](p.MaxDepth()),
	}
	x.build()
	return x, nil
}

// build fills the tables, and does so again after a run if the order that it left the sets in matters.
func (x *search) build() {
	clear(x.items)
	for o := range x.p.Options() {
		for _, i := range x.p.Option(o) {
			x.items[i].end++ // counted, for now
		}
	}
	base := uint32(0)
	x.empty = -1
	for i := range x.items {
		size := x.items[i].end
		x.items[i] = item{end: base}
		if i < x.p.Primary() {
			x.items[i].low = base + x.rule.watch
			if size == 0 && x.empty < 0 {
				x.empty = i
			}
		}
		x.base[i] = base
		base += size
		x.order[i], x.pos[i] = uint32(i), uint32(i)
	}
	x.base[len(x.items)] = base
	q := uint32(0)
	for o := range x.p.Options() {
		first := q
		for _, i := range x.p.Option(o) {
			loc := x.items[i].end
			x.nodes[q] = node{uint32(i), loc}
			x.set[loc] = q
			x.items[i].end++
			q++
		}
		x.nodes[q] = node{^uint32(o), first}
		q++
	}
	x.active = len(x.order)
	x.clean = true
}

// reset makes all sets whole, in whatever order.
func (x *search) reset() {
	for i := range x.items {
		x.items[i].end = x.base[i+1]
	}
	x.active = len(x.order)
}
