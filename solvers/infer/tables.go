package infer

import (
	"math/bits"

	"xcbench/cover"
)

// tables are what Prepare finds out about a problem; they never change.
type tables struct {
	width    int      // words in a row of bits over the options
	within   []span   // by primary item: the options that contain it
	conflict []uint64 // width words an option: the options that share an item with it, without itself
	start    []int32  // items[start[o]:start[o+1]] are the primary items of option o
	items    []uint16 // by option
}

// maxBytes is the most that the tables may take.
const maxBytes = 256 << 20

// maxCount keeps numbers of items and options below the marks in counts.
const maxCount = 1<<14 - 1

// span is a row of bits over the options, without the words of zeros at both ends.
type span struct {
	at    int // the index of the first word
	words []uint64
}

func (t *tables) build(p *cover.Problem) error {
	if p.Primary() > maxCount || p.Options() > maxCount {
		return cover.Unsupportedf("%d primary items and %d options, more than the %d allowed", p.Primary(), p.Options(), maxCount)
	}
	t.width = words(p.Options())
	if bytes := int64(p.Options()+p.Items()+p.Primary()+2*p.MaxDepth()) * int64(t.width) * 8; bytes > maxBytes {
		return cover.Unsupportedf("the bit tables take %d MB, more than the %d MB allowed", bytes>>20, maxBytes>>20)
	}
	within := make([]uint64, p.Items()*t.width)
	row := func(i int32) []uint64 { return within[int(i)*t.width:][:t.width:t.width] }
	t.start = make([]int32, 1, p.Options()+1)
	t.items = make([]uint16, 0, p.Entries())
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			row(i)[o/64] |= 1 << (o % 64)
			if int(i) < p.Primary() {
				t.items = append(t.items, uint16(i))
			}
		}
		t.start = append(t.start, int32(len(t.items)))
	}
	t.conflict = make([]uint64, p.Options()*t.width)
	for o := range p.Options() {
		conflict := t.row(o)
		for _, i := range p.Option(o) {
			for w, word := range row(i) {
				conflict[w] |= word
			}
		}
		conflict[o/64] &^= 1 << (o % 64)
	}
	t.within = make([]span, p.Primary())
	for i := range t.within {
		t.within[i] = trim(row(int32(i)))
	}
	return nil
}

// row returns the conflicts of option o.
func (t *tables) row(o int) []uint64 { return t.conflict[o*t.width:][:t.width] }

// words returns the number of words that n bits take.
func words(n int) int { return (n + 63) / 64 }

// fill sets the first n bits of a row, of just as many words or of none.
func fill(row []uint64, n int) {
	for w := range row {
		row[w] = ^uint64(0) >> max(0, 64*(w+1)-n)
	}
}

func trim(row []uint64) span {
	at, end := 0, len(row)
	for at < end && row[at] == 0 {
		at++
	}
	for end > at && row[end-1] == 0 {
		end--
	}
	return span{at, row[at:end]}
}

// count returns the number of options in both s and live, or some number of at
// least enough as soon as it is reached.
func (s span) count(live []uint64, enough int) int {
	n := 0
	live = live[s.at:][:len(s.words)]
	for w, word := range s.words {
		if n += bits.OnesCount64(word & live[w]); n >= enough {
			break
		}
	}
	return n
}

// meets says whether there is an option in both s and live.
func (s span) meets(live []uint64) bool {
	live = live[s.at:][:len(s.words)]
	for w, word := range s.words {
		if word&live[w] != 0 {
			return true
		}
	}
	return false
}

// first returns the first option in both s and live; there has to be one.
func (s span) first(live []uint64) int {
	for w, word := range s.words {
		if both := word & live[s.at+w]; both != 0 {
			return (s.at+w)*64 + bits.TrailingZeros64(both)
		}
	}
	panic("infer: an item without options has no first one")
}
