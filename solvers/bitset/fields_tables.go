package bitset

import (
	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// fieldTables is what the chains are made of.
type fieldTables struct {
	fieldShape
	kill   []uint64 // by option; the last row, of no option, is zeros
	state  []uint64 // the row of the problem itself, and then by place
	ids    []uint64 // in lanes: item - 1<<shift, to be added to the count << shift
	bits   []bitOf  // bit b of item i: bits[i<<log+b]
	links  []link   // of the chain a, and then a stack of those of the chains b
	forced int      // 1, the key >> shift of an item with one option; -1 makes each node a chain
}

// bitOf is the option that a bit of a lane is of.
type bitOf struct {
	option int32
	kill   int32 // where its row begins in kill, in bytes: to multiply takes 2% longer
}

func (s *fieldShape) bitOf(option int) bitOf {
	return bitOf{int32(option), int32(option * s.row * 8)}
}

// fieldShape is the layout of the rows.
type fieldShape struct {
	log        uint   // a lane has 1<<log bits: 4, 5 or 6
	shift      uint   // where the count stands in a key
	covered    uint64 // keys from here on are those of covered items
	fieldWords int    // words of a row that are lanes, a multiple of 8
	row        int    // words of a row, a multiple of 8
}

// A key takes 16 bits in lanes of 16 bits, and else 32, of which those in the upper half of a
// lane of 64 bits are all 1.
var (
	fields16 = fieldShape{log: 4, shift: 11, covered: 0x1f << 11}
	fields32 = fieldShape{log: 5, shift: 25, covered: 0x7f << 25}
	fields64 = fieldShape{log: 6, shift: 25, covered: 0x7f << 25}
)

const blockWords = 8 // a block is 512 bits

// maxField is the most options of an item: a bit of its field is a flag.
const maxField = 63

// maxKillBytes bounds the kill rows: one is read at every node, and out of the
// second-level cache that costs more than the rest of the node.
const maxKillBytes = 32 << 20

// shapeFor returns the layout for p, or none if an item has too many options, or if there
// are too many items or options.
func shapeFor(p *cover.Problem) (s fieldShape, ok bool) {
	most := p.Degree()
	switch {
	case most <= 15 && p.Primary() <= 1<<11:
		s = fields16
	case most <= 31 && p.Primary() <= 1<<25:
		s = fields32
	case most <= maxField && p.Primary() <= 1<<25:
		s = fields64
	default:
		return s, false
	}
	s.fieldWords = max(1, (p.Primary()<<s.log+511)/512) * blockWords
	s.row = s.fieldWords + max(1, (p.Options()+511)/512)*blockWords
	return s, int64(p.Options())*int64(s.row)*8 <= maxKillBytes
}

// ids returns the lanes that make keys of counts.
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
	depth := p.MaxDepth()
	x := &fields{
		p: p, first: rule == cover.First,
		fieldTables: fieldTables{
			fieldShape: shape,
			kill:       bitrow.Aligned((p.Options() + 1) * shape.row),
			state:      bitrow.Aligned((2*depth + 2) * shape.row),
			ids:        shape.ids(),
			bits:       make([]bitOf, p.Primary()<<shape.log),
			links:      cover.Padded[link]((depth + 2) * (chainLength + 1)),
			forced:     1,
		},
		at:    cover.Padded[branching](depth + 1),
		chose: cover.Padded[int](depth),
	}
	if x.first {
		x.forced = -1
	}
	x.build()
	return x, nil
}

// build fills the tables.
func (x *fields) build() {
	p, row := x.p, x.row
	flag := 1<<x.log - 1
	with := make([][]int32, p.Items()) // the options of each item
	place := make([]int32, 0, p.Entries())
	begin := make([]int32, p.Options()+1)
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			if int(i) < p.Primary() {
				bit := int(i)<<x.log + len(with[i])
				x.bits[bit] = x.bitOf(o)
				place = append(place, int32(bit))
			}
			with[i] = append(with[i], int32(o))
		}
		begin[o+1] = int32(len(place))
		place = append(place, int32(x.fieldWords*64+o))
		begin[o+1]++
	}
	for i := range p.Primary() {
		bitrow.Set(x.state, i<<x.log+flag)
	}
	for _, bit := range place {
		bitrow.Set(x.state, int(bit))
	}
	union := make([][]uint64, p.Items()) // of the bits of the options of an item, where those are many
	for i, options := range with {
		n := 0
		for _, o := range options {
			n += int(begin[o+1] - begin[o])
		}
		if n <= row {
			continue
		}
		union[i] = make([]uint64, row)
		for _, o := range options {
			for _, bit := range place[begin[o]:begin[o+1]] {
				bitrow.Set(union[i], int(bit))
			}
		}
	}
	for o := range p.Options() {
		kill := x.kill[o*row:][:row]
		for _, i := range p.Option(o) {
			if int(i) < p.Primary() {
				bitrow.Set(kill, int(i)<<x.log+flag)
			}
			if union[i] != nil {
				for w, word := range union[i] {
					kill[w] |= word
				}
				continue
			}
			for _, other := range with[i] {
				for _, bit := range place[begin[other]:begin[other+1]] {
					bitrow.Set(kill, int(bit))
				}
			}
		}
	}
}
