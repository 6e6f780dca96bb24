package bitrow

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// sparse returns a row of n random bits, and the numbers in it.
func sparse(rng *rand.Rand, n int) (row []uint64, numbers []int) {
	row = make([]uint64, Words(n))
	thin := rng.IntN(9) // one bit in 2<<thin is 1
	for k := range n {
		if rng.IntN(2<<thin) == 0 {
			Set(row, k)
			numbers = append(numbers, k)
		}
	}
	return row, numbers
}

func TestSpanSharesWithARowWhatTheWholeRowShares(t *testing.T) {
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 1 + rng.IntN(500)
		a, _ := sparse(rng, n)
		b, inB := sparse(rng, n)
		s := Trim(a)
		if len(s.Words) > 0 && (s.Words[0] == 0 || s.Words[len(s.Words)-1] == 0) {
			t.Fatalf("seed %d: span %x has a word of zeros at an end", seed, s.Words)
		}
		want := slices.DeleteFunc(slices.Clone(inB), func(k int) bool { return a[k/64]>>(k%64)&1 == 0 })
		var walk Walk
		if walk.More(b) {
			t.Fatalf("seed %d: the zero Walk has something to visit", seed)
		}
		var got, all []int
		for walk.Start(s); walk.More(b); {
			got = append(got, walk.Take())
		}
		enough := 1 + rng.IntN(n)
		if !slices.Equal(got, want) || s.Count(b, n+1) != len(want) || s.Count(b, enough) < min(enough, len(want)) {
			t.Errorf("seed %d: walked %v, counted %d, %d of %d, want %v",
				seed, got, s.Count(b, n+1), s.Count(b, enough), enough, want)
		}
		b = append(b, ^uint64(0)) // behind n
		var ones Ones
		for ones.Start(b); ones.More(b, n); {
			all = append(all, ones.Take())
		}
		ones.Start(b)
		if ones.End(); !slices.Equal(all, inB) || ones.More(b, n) {
			t.Errorf("seed %d: visited %v, want %v and nothing after the end", seed, all, inB)
		}
	}
}

func TestFillSetsTheNumbersBelowN(t *testing.T) {
	for n := range 200 {
		row, want := make([]uint64, Words(n)), make([]uint64, (n+63)/64)
		Fill(row, n)
		for k := range n {
			Set(want, k)
		}
		if !slices.Equal(row, want) {
			t.Errorf("%d numbers: got %x, want %x", n, row, want)
		}
	}
}

func TestColumnsAreCounted(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		words, active := make([]uint64, rng.IntN(300)), rng.Uint64()
		for k := range words {
			words[k] = rng.Uint64() & rng.Uint64()
		}
		var sizes [64]uint64
		top := CountColumns(&sizes, words, active)
		for bit := range 64 {
			want, got := 0, 0
			for _, word := range words {
				want += int(word & active >> bit & 1)
			}
			for j := range top {
				got |= int(sizes[j]>>bit&1) << j
			}
			if got != want {
				t.Fatalf("seed %d: counted bit %d %d times, want %d", seed, bit, got, want)
			}
		}
		if top < len(sizes) && sizes[top] != 0 {
			t.Errorf("seed %d: size %d is not 0, want it unused", seed, top)
		}
	}
}

// A row of a table ends where the next one begins. Aligned words begin with a cache line.
func TestRowsAreApartAndAligned(t *testing.T) {
	table := Table(3, 2)
	for r, row := range table {
		_ = append(row, 7)
		Fill(row, 128)
		if len(table) != 3 || len(row) != 2 || r < 2 && !slices.Equal(table[r+1], []uint64{0, 0}) {
			t.Errorf("got %x after filling row %d, want 3 rows of 2 words", table, r)
		}
	}
	for n := range 100 {
		row := Aligned(n)
		if at := uintptr(unsafe.Pointer(unsafe.SliceData(row))); len(row) != n || cap(row) != n || n > 0 && at%64 != 0 && bits.UintSize == 64 {
			t.Errorf("%d words: got length %d and capacity %d at %x, want a multiple of 64", n, len(row), cap(row), at)
		}
	}
}
