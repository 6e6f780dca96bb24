// Package bitrow stores a set of small numbers as a row of bits, 64 to a word: number n is in the
// set if bit n%64 of word n/64 is 1. The solvers of bitset keep their sets of options and
// of items this way, so that one instruction works on 64 of them.
//
// The functions here are the innermost loops of those solvers. They are small enough for the
// compiler to inline, and they never allocate except where a comment says so.
//
// Start reading at [Span].
package bitrow

// Words returns the number of words that n bits take.
func Words(n int) int { return (n + 63) / 64 }

// Set puts a number into the set.
func Set(row []uint64, bit int) { row[bit/64] |= 1 << (bit % 64) }

// Fill makes row the set of all numbers below n. The row must have exactly Words(n) words, or none.
func Fill(row []uint64, n int) {
	for w := range row {
		row[w] = ^uint64(0) >> max(0, 64*(w+1)-n)
	}
}

// Table allocates rows of zeros, width words each, that lie one after another in memory.
func Table(rows, width int) [][]uint64 {
	all := make([]uint64, rows*width)
	t := make([][]uint64, rows)
	for r := range t {
		t[r], all = all[:width:width], all[width:]
	}
	return t
}

// CountColumns counts for each bit of active how many of the words have it. The counts are
// bit-sliced: bit i of sizes[j] becomes bit j of the count of bit i. All sizes must be 0 before.
// CountColumns returns the number of sizes that it used; those behind are still 0.
func CountColumns(sizes *[64]uint64, words []uint64, active uint64) (top int) {
	for _, word := range words {
		j := 0
		for carry := word & active; carry != 0; j++ {
			sizes[j], carry = sizes[j]^carry, sizes[j]&carry
		}
		top = max(top, j)
	}
	return top
}
