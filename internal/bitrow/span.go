package bitrow

import (
	"math"
	"math/bits"
)

// Span is a row without the words of zeros at both ends. The options of an item often lie close
// together, so that a span is much shorter than the row that it is compared with.
type Span struct {
	At    int      // the index of the first word in the row
	Words []uint64 // the words from there on
}

// Trim returns the span of a row. The two share memory.
func Trim(row []uint64) Span {
	at, end := 0, len(row)
	for at < end && row[at] == 0 {
		at++
	}
	for end > at && row[end-1] == 0 {
		end--
	}
	return Span{at, row[at:end]}
}

// Count returns how many numbers are in both s and row. It stops early once the count reaches
// enough, and then returns enough or more.
func (s Span) Count(row []uint64, enough int) int {
	n := 0
	row = row[s.At:][:len(s.Words)]
	for w, word := range s.Words {
		if n += bits.OnesCount64(word & row[w]); n >= enough {
			break
		}
	}
	return n
}

// Walk visits the numbers that are in both a span and a row, in increasing order. The row is given
// to More and must not change during the walk. The zero Walk has nothing to visit.
type Walk struct {
	span Span
	word int    // the index in span.Words of the word being visited
	left uint64 // the numbers of that word that are still to be visited
}

// Start makes w the walk through s, from its first number on.
func (w *Walk) Start(s Span) { w.span, w.word, w.left = s, -1, 0 }

// More reports whether there is a number left to visit.
func (w *Walk) More(row []uint64) bool {
	for w.left == 0 {
		if w.word++; w.word >= len(w.span.Words) {
			return false
		}
		w.left = row[w.span.At+w.word] & w.span.Words[w.word]
	}
	return true
}

// Take returns the next number and moves past it. The last call of More must have returned true.
func (w *Walk) Take() int {
	n := (w.span.At+w.word)*64 + bits.TrailingZeros64(w.left)
	w.left &= w.left - 1
	return n
}

// Ones visits the numbers below n in a row, in increasing order. In the word that has bit n, the
// bits from n on must be 0. The row and n must not change meanwhile. Start comes before all other
// calls.
type Ones struct {
	word int    // the index in the row of the word being visited
	left uint64 // the numbers of that word that are still to be visited
}

// Start makes o visit a row, from its first number on.
func (o *Ones) Start(row []uint64) { o.word, o.left = 0, row[0] }

// End leaves o nothing to visit.
func (o *Ones) End() { o.word, o.left = math.MaxInt>>8, 0 }

// More reports whether there is a number below n left to visit.
func (o *Ones) More(row []uint64, n int) bool {
	for o.left == 0 {
		if o.word++; o.word*64 >= n {
			return false
		}
		o.left = row[o.word]
	}
	return true
}

// Take returns the next number and moves past it. The last call of More must have returned true.
func (o *Ones) Take() int {
	n := o.word*64 + bits.TrailingZeros64(o.left)
	o.left &= o.left - 1
	return n
}
