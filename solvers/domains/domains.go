package domains

import (
	"math"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// XCCDC1 is the rule of Knuth's program of this name. The package comment describes it.
const XCCDC1 cover.Rule = "xccdc1"

// New returns the solver domains.
func New() cover.Solver { return solver{} }

type solver struct{}

func (solver) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, Colours: true}
}

// A search works on sparse sets and on the lists of supports.
type search struct {
	p       *cover.Problem
	primary int

	set      []int32 // the nodes of the items, item by item
	items    []item
	nodes    []node     // option by option; the first node of an option has a primary item
	start    []int32    // the nodes of option o are nodes[start[o]:start[o+1]]
	order    []int32    // the items, the active ones first
	active   int        // the number of active items
	conflict [][]uint64 // by option, the options that cannot be with it, itself among them

	options  []option
	cells    []cell  // what lists are made of; cell 0 is none of them
	unused   int32   // a list of cells
	queue    []int32 // a ring of the options with holes
	head     int     // the first of them in queue
	waiting  int     // their number
	stamp    int64   // of the stage that began last
	now      int32   // the age that an option gets when it is removed
	heads    []int32 // by age, a list of pairs that stay with the removed option; only within leave
	tails    []int32 // by age, the last cell of the list
	patience int     // what is left of the work until the next look at the context

	stages  []stage
	saved   []size // the sizes of the active items at the stages, one after the other
	chose   []int
	updates int64 // since they were last added to the meter
	cover.Meter
}

// An item has its live options in set[base:base+size]. Its position in search.order is pos.
type item struct{ base, size, pos int32 }

// A node is an item of an option. Its place in the set of the item is loc.
type node struct{ item, loc, colour, option int32 }

// An option has lists of cells. Its age is the time when it was removed last: 2s for a removal in
// stage s, or 2s+1 if an option was taken in this stage before. It is waits while the option has
// holes.
type option struct{ supports, holes, age int32 }

// waits is more than any age.
const waits = math.MaxInt32

// A cell is a pair, or a hint. In the list of supports of s, a pair (o, i) says that s supports o at
// item i. In the list of holes of o, a pair (s, i) says that s has supported o at item i.
type cell struct {
	option int32 // or, of a hint, the age with a minus sign
	next   int32
	item   int64 // or, of a hint, a stamp
}

// A stage is what the search goes back to.
type stage struct {
	stamp  int64
	saved  int // where the sizes of its active items begin
	active int
}

type size struct{ item, size int32 }

// maxBytes bounds the memory of the pairs and the conflicts.
const maxBytes = 256 << 20

func (solver) Prepare(p *cover.Problem) (cover.Search, error) {
	bytes := 16*int64(p.Options())*int64(p.Primary()) + 8*int64(p.Options()+p.Items())*int64(bitrow.Words(p.Options()))
	if bytes > maxBytes {
		return nil, cover.Unsupportedf("the supports take %d MB, more than the %d MB allowed", bytes>>20, maxBytes>>20)
	}
	depth := p.MaxDepth()
	x := &search{
		p:       p,
		primary: p.Primary(),
		set:     make([]int32, p.Entries()),
		items:   make([]item, p.Items()),
		nodes:   make([]node, p.Entries()),
		start:   make([]int32, p.Options()+1),
		order:   make([]int32, p.Items()),
		options: make([]option, p.Options()),
		queue:   make([]int32, p.Options()),
		heads:   make([]int32, 2*depth+4),
		tails:   make([]int32, 2*depth+4),
		stages:  make([]stage, depth+2),
		chose:   make([]int, depth+1),
	}
	x.conflict = bitrow.Table(p.Options(), bitrow.Words(p.Options()))
	conflicts := bitrow.NewConflicts(p)
	for o := range x.conflict {
		conflicts.Add(x.conflict[o], o)
	}
	return x, nil
}

// build fills the tables. A run changes all of them.
func (x *search) build() {
	clear(x.items)
	for o := range x.p.Options() {
		for _, i := range x.p.Option(o) {
			x.items[i].size++
		}
	}
	base := int32(0)
	for i := range x.items {
		it := &x.items[i]
		it.base, it.pos, x.order[i] = base, int32(i), int32(i)
		base += it.size
		it.size = 0
	}
	q := int32(0)
	for o := range x.p.Options() {
		first, colours := q, x.p.Colouring(o)
		for k, i := range x.p.Option(o) {
			n := node{item: i, option: int32(o)}
			if colours != nil {
				n.colour = colours[k]
			}
			x.nodes[q] = n
			if int(i) < x.primary && int(x.nodes[first].item) >= x.primary { // rotate it to the front
				copy(x.nodes[first+1:q+1], x.nodes[first:q])
				x.nodes[first] = n
			}
			q++
		}
		for r := first; r < q; r++ {
			it := &x.items[x.nodes[r].item]
			x.nodes[r].loc = it.base + it.size
			x.set[x.nodes[r].loc] = r
			it.size++
		}
		x.start[o+1] = q
	}
	x.active = len(x.items)
	clear(x.options)
	x.cells, x.unused = append(x.cells[:0], cell{}), 0
	x.head, x.waiting = 0, 0
	x.patience, x.updates = patience, 0
	x.stamp = 0
	x.saved = x.saved[:0]
	clear(x.heads)
}

// option returns the nodes of option o.
func (x *search) option(o int32) []node { return x.nodes[x.start[o]:x.start[o+1]] }

// domain returns the nodes of the live options of an item.
func (x *search) domain(i int32) []int32 {
	it := &x.items[i]
	return x.set[it.base : it.base+it.size]
}

// live reports whether option o is live. An option that is taken is not.
func (x *search) live(o int32) bool {
	first := &x.nodes[x.start[o]]
	it := &x.items[first.item]
	return first.loc < it.base+it.size
}
