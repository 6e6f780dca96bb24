package bitrow

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// sparse returns a row of n random bits, about one in 2<<thin of them 1, and the numbers in it.
func sparse(rng *rand.Rand, n, thin int) (row []uint64, numbers []int) {
	row = make([]uint64, Words(n))
	for k := range n {
		if rng.IntN(2<<thin) == 0 {
			Set(row, k)
			numbers = append(numbers, k)
		}
	}
	return row, numbers
}

func TestSpanSharesWithARowWhatTheWholeRowShares(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 1 + rng.IntN(500)
		a, _ := sparse(rng, n, rng.IntN(9))
		b, inB := sparse(rng, n, rng.IntN(3))
		s := Trim(a)
		if len(s.Words) > 0 && (s.Words[0] == 0 || s.Words[len(s.Words)-1] == 0) {
			t.Fatalf("seed %d: span %x has a word of zeros at an end", seed, s.Words)
		}
		want := slices.DeleteFunc(inB, func(k int) bool { return a[k/64]>>(k%64)&1 == 0 })
		var walk Walk
		if walk.More(b) {
			t.Fatalf("seed %d: the zero Walk has something to visit", seed)
		}
		var got []int
		for walk.Start(s); walk.More(b); {
			got = append(got, walk.Take())
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: walked %v, want %v", seed, got, want)
		}
		if got := s.Count(b, n+1); got != len(want) {
			t.Errorf("seed %d: counted %d, want %d", seed, got, len(want))
		}
		if enough := 1 + rng.IntN(n); s.Count(b, enough) < min(enough, len(want)) {
			t.Errorf("seed %d: counted %d of %d, want at least %d", seed, s.Count(b, enough), len(want), enough)
		}
		if got := s.Meets(b); got != (len(want) > 0) {
			t.Errorf("seed %d: meets is %v for %v", seed, got, want)
		}
		if len(want) > 0 && s.First(b) != want[0] {
			t.Errorf("seed %d: first is %d, want %d", seed, s.First(b), want[0])
		}
	}
}

func TestOnesVisitsTheNumbersOfARowInOrder(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 2))
		n := 1 + rng.IntN(500)
		row, want := sparse(rng, n, rng.IntN(9))
		row = append(row, ^uint64(0)) // behind n
		var ones Ones
		var got []int
		for ones.Start(row); ones.More(row, n); {
			got = append(got, ones.Take())
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: visited %v, want %v", seed, got, want)
		}
		ones.Start(row)
		if ones.End(); ones.More(row, n) {
			t.Fatalf("seed %d: there is more after the end", seed)
		}
	}
}

func TestFillSetsTheNumbersBelowN(t *testing.T) {
	for n := range 200 {
		row := make([]uint64, Words(n))
		Fill(row, n)
		count := 0
		for _, word := range row {
			count += bits.OnesCount64(word)
		}
		if count != n || n > 0 && bits.Len64(row[len(row)-1]) != (n-1)%64+1 {
			t.Errorf("%d numbers: got %x", n, row)
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

func TestRowsOfATableAreApart(t *testing.T) {
	table := Table(3, 2)
	if len(table) != 3 {
		t.Fatalf("got %d rows, want 3", len(table))
	}
	for r, row := range table {
		if len(row) != 2 || cap(row) != 2 {
			t.Errorf("row %d: got length %d and capacity %d, want 2 and 2", r, len(row), cap(row))
		}
		Fill(row, 128)
		for other := r + 1; other < len(table); other++ {
			if table[other][0]|table[other][1] != 0 {
				t.Errorf("row %d shares memory with row %d", other, r)
			}
		}
	}
}

func TestAlignedBeginsWithACacheLine(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("allocations of this platform may begin at an odd multiple of 4 bytes")
	}
	for n := range 100 {
		row := Aligned(n)
		if len(row) != n || cap(row) != n {
			t.Errorf("%d words: got length %d and capacity %d", n, len(row), cap(row))
		}
		if at := uintptr(unsafe.Pointer(unsafe.SliceData(row))); n > 0 && at%64 != 0 {
			t.Errorf("%d words begin at %x, want a multiple of 64", n, at)
		}
	}
}
