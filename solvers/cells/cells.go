package cells

import "xcbench/cover"

// New returns the dancing cells solver with the rule [cover.MRV], [cover.First], [SSXC1] or
// [SSXCC].
func New(rule cover.Rule) cover.Solver {
	return cover.NewSolver(cover.Capabilities{Secondary: true, Colours: true}, func(p *cover.Problem) (cover.Search, error) {
		return prepare(p, rules[rule])
	})
}

// A search works on the tables that the package comment shows.
type search struct {
	p       *cover.Problem
	primary int
	rule    rule

	set    list
	base   list     // by item, where its options begin in set; the last element is the end of set
	items  itemList // by item
	nodes  nodeList
	colour list // by node, 0 for none; nil if the problem has no colours

	order  list // the items, the active ones first
	pos    list // by item, its position in order
	active int

	path    []branch // path[:open] are the branches with options left to try, from the root down
	open    int
	frames  []item // by branch of the path, the table of items before its first option
	force   list   // a stack of items that had a single option when they were pushed
	forced  int    // the height of the stack
	failed  int    // the number of options given up
	empty   int    // a primary item without options, or -1
	chose   list   // by level, a node of the option chosen
	options []int  // a solution, for the visitor
	shown   bool   // there is a visitor
	clean   bool   // all tables are as build made them
	cover.Meter
}

// An item is what a search changes about an item. Its live options are set[base:end]. Before the
// end of an active primary item gets below low, squeeze asks the rule. For other items low is 0.
type item struct{ end, low uint32 }

// A node is an item of an option, or the spacer behind an option. The item of a spacer is the
// complement of the number of the option, and its loc is the first node of the option.
//
// Numbers are uint32 in the tables and become int when the search reads them. This takes no
// instruction, unlike the sign extension of an int32, and 64-bit numbers would take twice the
// cache.
type node struct{ item, loc uint32 }

// A branch is a node of the search tree with options left to try.
type branch struct {
	at, end int // the nodes set[at:end] are the options left to try
	active  int // the number of active items before an option is chosen
	level   int
}

// The tables. The search accesses their elements with at, or with an index where time does not
// matter.
type (
	list     []uint32
	itemList []item
	nodeList []node
)

// maxFrames bounds the memory of the frames of a path. The deepest paths of the catalogue take 86 MB.
const maxFrames = 1 << 30

func prepare(p *cover.Problem, by rule) (cover.Search, error) {
	if size := int64(p.MaxDepth()) * int64(p.Items()) * 8; size > maxFrames {
		return nil, cover.Unsupportedf("the sizes of %d items on %d levels take %d MB, more than the %d MB allowed",
			p.Items(), p.MaxDepth(), size>>20, maxFrames>>20)
	}
	x := &search{
		p:       p,
		primary: p.Primary(),
		rule:    by,
		set:     cover.Padded[uint32](p.Entries()),
		base:    cover.Padded[uint32](p.Items() + 1),
		items:   cover.Padded[item](p.Items()),
		nodes:   cover.Padded[node](p.Entries() + p.Options()),
		order:   cover.Padded[uint32](p.Items()),
		pos:     cover.Padded[uint32](p.Items()),
		path:    cover.Padded[branch](p.MaxDepth() + 1),
		force:   cover.Padded[uint32](p.Primary()),
		chose:   cover.Padded[uint32](p.MaxDepth()),
		options: cover.Padded[int](p.MaxDepth()),
	}
	if p.Colours() > 0 {
		x.colour = cover.Padded[uint32](len(x.nodes))
	}
	x.build()
	return x, nil
}

// build fills the tables. It does so again after a run if the order of the sets matters to the
// rule.
func (x *search) build() {
	clear(x.items)
	for o := range x.p.Options() {
		for _, i := range x.p.Option(o) {
			x.items[i].end++ // the number of options, for now
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
		first, colours := q, x.p.Colouring(o)
		for k, i := range x.p.Option(o) {
			if colours != nil {
				x.colour[q] = uint32(colours[k])
			}
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

// reset restores all sets and the active items. The order stays as it is.
func (x *search) reset() {
	for i := range x.items {
		x.items[i].end = x.base[i+1]
	}
	x.active = len(x.order)
}
