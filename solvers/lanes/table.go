package lanes

import (
	"math/bits"
	"unsafe"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// maxOptions is the number of options that fit into the lane of a primary item.
const maxOptions = 16

// maxBytes bounds the memory of the rows. It also bounds the time between two looks at the clock,
// since settle takes each row at most once.
const maxBytes = 64 << 20

// maxClaims bounds the memory of the claims, in bytes, since settle checks all of them in one go.
const maxClaims = 4 << 20

// tables are computed once for a problem. The package comment shows the state and the rows.
type tables struct {
	p      *cover.Problem
	planes bool // states are planes, see planes.go

	stride int // words of a state, including a word for each of the claims
	width  int // words of a row: the lanes and the open set, a multiple of 8
	open   int // the index of the first word of the open set

	full    []uint64 // the state in which no option is taken
	rows    []uint64 // by option, width words each; a last row is all ones
	options []uint32 // by lane and bit, the option, maxOptions for each lane
	size    []uint16 // by option, how many primary items it has
	alike   bool     // all sizes are equal

	claims       []claims
	outside      []outside
	planeOptions []uint16 // by plane and item, the option
	planeClaims  []claim
	claimRows    []uint64 // by element of planeClaims, like rows
	claimOf      []uint32 // by element of outside and item, the element of planeClaims, and see pairClaims
	block        []uint64 // by element of claims, the offset of its items in the open set, in bytes
	cuts         []cut    // for every option, the cuts that remove it from all its lanes, and lastCut
	cutAt        []uint32 // by lane and bit, the index of the first cut of the option
}

// rowBytes returns how much memory rows of width words take.
func rowBytes(p *cover.Problem, width int) int64 {
	return int64(p.Options()+p.Items()) * int64(width) * 8
}

// rowWidth returns how many words a row has.
func rowWidth(p *cover.Problem) int {
	n := p.Primary()
	return ((n+3)/4 + max(1, (n+63)/64) + 7) &^ 7
}

// newTables computes the tables of p. States are planes only if they may be.
func newTables(p *cover.Problem, planes bool) (*tables, error) {
	n := p.Primary()
	t := &tables{p: p, open: (n + 3) / 4, width: rowWidth(p)}
	if planes && planar(p) {
		t.planes, t.open, t.width = true, planeCount*planeWords, 64
	}
	if need := rowBytes(p, t.width); need > maxBytes {
		return nil, cover.Unsupportedf("the rows of %d options over %d items take %d MB, more than the %d MB allowed",
			p.Options(), n, need>>20, maxBytes>>20)
	}
	t.full = make([]uint64, t.width)
	t.rows = aligned((p.Options() + 1) * t.width)
	t.options = make([]uint32, n*maxOptions)
	t.size = make([]uint16, p.Options())
	places := newPlaces(p)
	t.alike = p.Options() > 0
	for o := range p.Options() {
		of := places.of(o)
		t.size[o] = uint16(len(of))
		t.alike = t.alike && t.size[o] == t.size[0]
		for _, at := range of {
			t.options[at] = uint32(o)
			bit := t.bit(at)
			t.full[bit/64] |= 1 << (bit % 64)
		}
	}
	for i := range n {
		t.full[t.open+i/64] |= 1 << (i % 64)
	}
	if t.planes {
		t.fillPlanes(n)
	}
	t.fillRows(places)
	if !t.planes {
		t.fillCuts(places)
	}
	t.fillClaims()
	if len(t.outside) > maxPlaneClaims {
		return newTables(p, false)
	}
	t.pairClaims()
	t.fillClaimRows(places)
	if size := len(t.claims) * int(unsafe.Sizeof(claims{})); size > maxClaims {
		return nil, cover.Unsupportedf("the items have so many options in common that their claims take %d MB, "+
			"more than the %d MB allowed", size>>20, maxClaims>>20)
	}
	fresh := (len(t.claims)+7)&^7 + len(t.outside)*vector
	t.stride = t.width + fresh
	full := t.full
	t.full = aligned(t.stride)
	fillOnes(t.full)
	copy(t.full, full)
	return t, nil
}

// fillPlanes fills the options of the planes. Places of items from n on are no dead end.
func (t *tables) fillPlanes(n int) {
	t.planeOptions = make([]uint16, planeCount*vector*64)
	for place, o := range t.options {
		if k := place % maxOptions; k < planeCount {
			t.planeOptions[k*vector*64+place/maxOptions] = uint16(o)
		}
	}
	for i := n; i < planeItems; i++ {
		t.full[i/64] |= 1 << (i % 64)
	}
}

// readBeyond is how many words the assembly may read behind the last row or state.
const readBeyond = 8

// aligned allocates n words of zeros that begin with a cache line, and the words that may be read
// behind them.
func aligned(n int) []uint64 { return bitrow.Aligned(n + readBeyond)[:n] }

// place returns the place of option o of item i, see bit.
func (t *tables) place(o, i int) int {
	at := i * maxOptions
	for int(t.options[at]) != o {
		at++
	}
	return at
}

// row returns the row of option o: taking o is an AND with it.
func (t *tables) row(o int) []uint64 { return t.rows[o*t.width:][:t.width] }

// places are the places of an option, one for each of its primary items.
type places struct {
	at    []uint32
	begin []uint32 // the places of option o are at[begin[o]:begin[o+1]]
}

func newPlaces(p *cover.Problem) places {
	ps := places{make([]uint32, 0, p.Entries()), make([]uint32, p.Options()+1)}
	seen := make([]uint8, p.Primary())
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			if int(i) < len(seen) {
				ps.at = append(ps.at, uint32(i)*maxOptions+uint32(seen[i]))
				seen[i]++
			}
		}
		ps.begin[o+1] = uint32(len(ps.at))
	}
	return ps
}

func (ps places) of(o int) []uint32 { return ps.at[ps.begin[o]:ps.begin[o+1]] }

// fillRows makes the row of each option. It removes all options that share an item with the option,
// from all their lanes, and the items of the option from the open set. The options of an item
// remove the same places, so these are put together once for each item.
func (t *tables) fillRows(ps places) {
	n := t.p.Primary()
	fillOnes(t.rows)
	gone := make([]uint64, t.width)
	words := make([]int32, t.width)
	exclude := func(options []uint32) {
		k := 0 // words[:k] are the words of gone that are not 0
		for _, o := range options {
			for _, place := range ps.of(int(o)) {
				at := t.bit(place)
				if gone[at/64] == 0 {
					words[k] = int32(at / 64)
					k++
				}
				gone[at/64] |= 1 << (at % 64)
			}
		}
		for _, o := range options {
			row := t.row(int(o))
			for _, w := range words[:k] {
				row[w] &^= gone[w]
			}
		}
		for _, w := range words[:k] {
			gone[w] = 0
		}
	}
	for i := range n {
		exclude(t.options[i*maxOptions:][:bits.OnesCount16(t.left(t.full, i))])
	}
	secondary := make([][]uint32, t.p.Items()-n) // their options
	for o := range t.p.Options() {
		row := t.row(o)
		for _, i := range t.p.Option(o) {
			if int(i) < n {
				row[t.open+int(i)/64] &^= 1 << (i % 64)
			} else {
				secondary[int(i)-n] = append(secondary[int(i)-n], uint32(o))
			}
		}
	}
	for _, options := range secondary {
		exclude(options)
	}
	for o := range t.p.Options() {
		row := t.row(o)
		for _, place := range ps.of(o) {
			at := t.bit(place)
			row[at/64] |= 1 << (at % 64)
		}
	}
}

func fillOnes(words []uint64) {
	for w := range words[:min(64, len(words))] {
		words[w] = ^uint64(0)
	}
	for n := 64; n < len(words); n *= 2 {
		copy(words[n:], words[:n])
	}
}
