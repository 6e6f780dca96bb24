//go:build amd64 && !purego

package bitset

import (
	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// fieldTables is all that entering nodes reads and writes.
type fieldTables struct {
	fieldShape
	first bool     // the rule is cover.First
	ids   []uint64 // for each field, item - 1<<shift; with count << shift added it is the key
	bits  []bitOf  // bits[i<<log+b] is bit b of item i; the last one leads to the node of a task

	walkers   [walkerCount]walker
	chose     []int    // by depth, the option chosen there last
	tallies   []uint64 // by depth, tallyWords words
	solutions int      // how many were found
	updates   int      // how many were made
	ordered   bool     // only the first walker enters nodes, and walk returns after a solution
	depth     int      // the depth of that solution
}

// walkerCount is how many walkers there are. Two take 1.2 to 1.5 times as long as four, and eight as
// long as four.
const walkerCount = 4

// tables returns tables of this shape for searches of so many levels.
func (s fieldShape) tables(levels, fields int, first bool) fieldTables {
	return fieldTables{fieldShape: s, first: first, ids: s.ids(), bits: make([]bitOf, fields<<s.log+1),
		chose: cover.Padded[int](levels + 1), tallies: bitrow.Aligned((levels + 1) * tallyWords)}
}

// bitOf is the option that a bit of a field stands for.
type bitOf struct {
	option int32
	kill   int32 // where its row begins in kill, in bytes; multiplying instead takes 2% more time
}

func (s *fieldShape) bitOf(option int) bitOf {
	return bitOf{int32(option), int32(option * s.row * 8)}
}

// fieldShape is the layout of the rows.
type fieldShape struct {
	log        uint   // a field has 1<<log bits: 4, 5 or 6
	shift      uint   // the bit of a key where the count begins
	covered    uint64 // the least key of a covered item
	fieldWords int    // how many words of a row are fields, a multiple of 8
	row        int    // how many words a row has, a multiple of 8
	fields     int    // how many of fieldWords are used
	used       int    // where the used words of a row end
	stride     int    // how many words a branching takes on a stack, a multiple of 8
}

// A key takes 16 bits in fields of 16 bits, and 32 bits otherwise. In fields of 64 bits, the upper
// half of the key is all ones, so that it is never taken for the least key.
var (
	fields16 = fieldShape{log: 4, shift: 11, covered: 0x1f << 11}
	fields32 = fieldShape{log: 5, shift: 25, covered: 0x7f << 25}
	fields64 = fieldShape{log: 6, shift: 25, covered: 0x7f << 25}
)

const blockWords = 8 // a block is 512 bits

// maxField is the largest number of options of an item: the highest bit of a field is a flag.
const maxField = 63

// maxKillBytes bounds the memory of the kill rows, and so the number of items: an item fits into a
// key. Each node reads one row, and a row outside the second-level cache costs more time than the
// rest of the node.
const maxKillBytes = 32 << 20

// shapeFor returns the layout for p. ok is false if an item has too many options, or if there are
// too many items or options.
func shapeFor(p *cover.Problem) (s fieldShape, ok bool) {
	most := p.Degree()
	switch {
	case most <= 15 && p.Primary() <= 1<<11:
		s = fields16
	case most <= 31:
		s = fields32
	case most <= maxField:
		s = fields64
	default:
		return s, false
	}
	s = s.sized(p.Primary(), p.Options())
	return s, int64(p.Options()+1)*int64(s.row)*8 <= maxKillBytes
}

// sized returns the layout for so many items and options.
func (s fieldShape) sized(items, options int) fieldShape {
	s.fields, s.used = max(1, bitrow.Words(items<<s.log)), max(1, bitrow.Words(options))
	s.fieldWords = (s.fields + blockWords - 1) / blockWords * blockWords
	s.row = s.fieldWords + (s.used+blockWords-1)/blockWords*blockWords
	s.used += s.fieldWords
	s.stride = headWords + s.row
	return s
}

// ids returns the fields that turn counts into keys.
func (s *fieldShape) ids() []uint64 {
	ids := bitrow.Aligned(s.fieldWords)
	unused := 64 - 1<<s.log
	for i := range s.fieldWords * 64 >> s.log {
		bit := i << s.log
		ids[bit/64] |= (uint64(i) - 1<<s.shift) << unused >> unused << (bit % 64)
	}
	return ids
}

func prepareFields(p *cover.Problem, rule cover.Rule) (cover.Search, error) {
	shape, ok := shapeFor(p)
	if !ok {
		return nil, cover.Unsupportedf("the fields of %d items and %d options take more than the %d MB allowed",
			p.Primary(), p.Options(), maxKillBytes>>20)
	}
	x := &fields{
		p:           p,
		fieldTables: shape.tables(p.MaxDepth()+1, p.Primary(), rule == cover.First),
		kill:        bitrow.Aligned((p.Options() + 1) * shape.row),
		root:        bitrow.Aligned(shape.stride),
	}
	x.build()
	return x, nil
}

// build fills the tables with the rows of the problem.
func (x *fields) build() {
	p, row := x.p, x.row
	flag := 1<<x.log - 1
	places := make([]int32, 0, p.Entries()+p.Options())
	begin := make([]int32, p.Options()+1) // places[begin[o]:begin[o+1]] are the bits of option o in a row
	rank := make([]int32, p.Primary())    // by item, how many of its options have a place
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			if int(i) < p.Primary() {
				bit := int(i)<<x.log + int(rank[i])
				rank[i]++
				x.bits[bit] = x.bitOf(o)
				places = append(places, int32(bit))
			}
		}
		places = append(places, int32(x.fieldWords*64+o))
		begin[o+1] = int32(len(places))
	}
	x.bits[len(x.bits)-1] = x.bitOf(p.Options())
	x.above(x.root, 0)
	root := x.root[headWords:]
	for i := range p.Primary() {
		bitrow.Set(root, i<<x.log+flag)
	}
	for _, bit := range places {
		bitrow.Set(root, int(bit))
	}
	// The kill row of an option gets the places of all its rivals, item by item.
	with := newLists(p)
	union := make([]uint64, row)
	words := make([]int32, row) // words[:n] are the words of union that are not 0
	for i := range p.Items() {
		for of, rivals := range with.rivals(i) {
			n := 0
			for _, e := range rivals {
				for _, bit := range places[begin[e.option()]:begin[e.option()+1]] {
					w := bit / 64
					if union[w] == 0 {
						words[n] = w
						n++
					}
					union[w] |= 1 << (bit % 64)
				}
			}
			for _, e := range of {
				kill := x.kill[e.option()*row:][:row]
				for _, w := range words[:n] {
					kill[w] |= union[w]
				}
				if i < p.Primary() {
					bitrow.Set(kill, i<<x.log+flag)
				}
			}
			for _, w := range words[:n] {
				union[w] = 0
			}
		}
	}
}
