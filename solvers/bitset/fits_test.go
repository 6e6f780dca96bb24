package bitset

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// single returns a problem whose options have one item each, every primary item about as often.
func single(primary, secondary, options int) *cover.Problem {
	var b cover.Builder
	for i := range primary {
		b.Primary(fmt.Sprint(i))
	}
	for i := range secondary {
		b.Secondary(fmt.Sprint("s", i))
	}
	for o := range options {
		b.OptionOf(o % primary)
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

func fitsFields(p *cover.Problem) bool {
	_, ok := shapeFor(p)
	return ok
}

// Each pair of problems is at a bound: the first one fits, and the second one, which is a little
// larger, does not.
func TestTablesFitUpToTheirBounds(t *testing.T) {
	for _, c := range []struct {
		name                        string
		fits                        func(*cover.Problem) bool
		primary, secondary, options int
		more                        [3]int // added to the first problem
	}{
		// 723 words for each of 46262 options, 11+61 items and 12 levels, and one more word for each
		// option and level: 2^25 words.
		{"dense", fitsDense, 11, 61, 46262, [3]int{0, 1, 0}},
		// (n+48)(495+1)(8*8+1) bytes.
		{"filter", fitsFilter, 495, 0, 8278, [3]int{0, 0, 1}},
		// 512 bits hold 2 bits of the number of an option and 510 items.
		{"filter", fitsFilter, 510, 0, 3, [3]int{1, 0, 0}},
		{"filter", fitsFilter, 100, 410, 3, [3]int{0, 1, 0}},
		// 16*503 bytes an option, 8*503 an item and 8*503+600 a level: 2^28 bytes.
		{"rows", fitsRows, 600, 1034, 32192, [3]int{0, 1, 0}},
		// 16*188 bytes an option, 8*188 an item, and 8*188+15849 for each of 11993 levels: 2^28+1 bytes.
		{"rows", fitsRows, 15849, 273, 11992, [3]int{0, 1, 0}},
		// A row has 384 words for 1536 items and 128 for the options, and 8192 rows have 32 MB.
		{"fields", fitsFields, 1536, 0, 8191, [3]int{1, 0, 0}},
		{"fields", fitsFields, 1536, 0, 8191, [3]int{0, 0, 1}},
	} {
		for k, want := range []bool{true, false} {
			primary, secondary, options := c.primary+k*c.more[0], c.secondary+k*c.more[1], c.options+k*c.more[2]
			if got := c.fits(single(primary, secondary, options)); got != want {
				t.Errorf("%s, %d primary and %d secondary items, %d options: got fits %v, want %v", c.name, primary,
					secondary, options, got, want)
			}
		}
	}
}

// The assembly notes in keep a byte for each 4 options.
func TestEachOptionHasItsPlaceInKeep(t *testing.T) {
	for _, n := range []int{1, 31, 32, 33, 63, 64, 65, 4096, 8278} {
		x, err := prepareFilter(single(100, 0, n), cover.MRV)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := 8*len(x.(*filter).keep), (n+3)/4+8; got < want {
			t.Errorf("%d options: got %d bytes, want %d and 8 more", n, got, want-8)
		}
	}
}

func TestRefusalsNameTheBound(t *testing.T) {
	for _, c := range []struct {
		prepare representation
		problem *cover.Problem
		want    string
	}{
		{prepareDense, single(10, 0, 65536), "the bit tables take 512 MB, more than the 256 MB allowed"},
		{prepareFilter, single(511, 0, 3), "511 items and 3 options; with so many options a mask holds at most 510 items, " +
			"and the lists may take at most 256 MB"},
		{prepareRows, single(600, 1035, 32192), "the tables of 1635 items and 32192 options take more than the 256 MB allowed"},
		{prepareFields, single(1536, 0, 8192), "the fields of 1536 items and 8192 options take more than the 32 MB allowed"},
	} {
		_, err := c.prepare(c.problem, cover.MRV)
		var unsupported *cover.UnsupportedError
		if !errors.As(err, &unsupported) || err.Error() != "unsupported: "+c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// The fields grow with the largest number of options of an item, and with more items than a key of
// 16 bits can name.
func TestFieldsAreAsWideAsTheirItemsNeed(t *testing.T) {
	for _, c := range []struct {
		p    *cover.Problem
		log  uint
		row  int
		fits bool
	}{
		{textbook.Problem(0), 4, 16, true},
		{pairs(15), 4, 16, true}, {pairs(16), 5, 16, true}, {pairs(31), 5, 16, true}, {pairs(32), 6, 16, true},
		{pairs(63), 6, 16, true}, {pairs(64), 0, 0, false},
		{single(32, 0, 1), 4, 16, true}, {single(33, 0, 1), 4, 24, true},
		{single(1, 1, 1), 4, 16, true}, {single(200, 0, 512), 4, 64, true}, {single(200, 0, 513), 4, 72, true},
		{single(2048, 0, 1), 4, 520, true}, {single(2049, 0, 1), 5, 1040, true},
	} {
		s, ok := shapeFor(c.p)
		if s.log != c.log || s.row != c.row || ok != c.fits {
			t.Errorf("%d items, %d options: got fields of %d bits, rows of %d words, fits %v, want %d, %d, %v",
				c.p.Primary(), c.p.Options(), 1<<s.log, s.row, ok, 1<<c.log, c.row, c.fits)
		}
	}
}

// A key of each shape has room for the number of an item below the count.
func TestIdsOfFieldsAreTheirItems(t *testing.T) {
	for _, shape := range []fieldShape{fields16, fields32, fields64} {
		shape.fieldWords = 2 * blockWords
		var want []uint64
		perWord := 64 >> shape.log
		for w := range shape.fieldWords {
			word := uint64(0)
			for k := range perWord {
				key := uint64(w*perWord+k) - 1<<shape.shift
				if width := 64 / perWord; width < 64 {
					key &= 1<<width - 1
				}
				word |= key << (k * 64 / perWord)
			}
			want = append(want, word)
		}
		if got := shape.ids(); !slices.Equal(got, want) {
			t.Errorf("fields of %d bits: got %x, want %x", 1<<shape.log, got, want)
		}
	}
}

func TestRepresentationIsChosenAtEachBound(t *testing.T) {
	square := func(primary, options, size int) *cover.Problem { // each option has so many items
		var all [][]int
		for o := range options {
			var items []int
			for k := range size {
				items = append(items, (o*size+k)%primary)
			}
			all = append(all, items)
		}
		return textbook.Problem(primary, all...)
	}
	// crowded has an item of 64 options, so that it does not fit fields, and options of one item.
	crowded := func(primary, singles, others int) *cover.Problem {
		var all [][]int
		for k := range singles {
			all = append(all, []int{k % primary})
		}
		for k := range others {
			all = append(all, []int{0, 1 + k%(primary-1)})
		}
		return textbook.Problem(primary, all...)
	}
	for _, c := range []struct {
		name string
		fits func(*cover.Problem) bool
		p    *cover.Problem
		want bool
	}{
		{"rows, 40 items", suitsRows, square(40, 100, 3), false},
		{"rows, 41 items", suitsRows, square(41, 100, 3), true},
		{"rows, options of 2 items", suitsRows, square(41, 100, 2), false},
		{"rows, 5 entries in 2 options", suitsRows, textbook.Problem(41, []int{0, 1, 2}, []int{3, 4}), true},
		{"rows, 7 entries in 3 options", suitsRows, textbook.Problem(41, []int{0, 1, 2}, []int{3, 4}, []int{5, 6}), false},
		{"rows, 126 options an item", suitsRows, square(42, 126*14, 3), true},
		{"rows, 127 options an item", suitsRows, square(42, 127*14, 3), false},
		{"filter, 128 options", suitsFilter, crowded(9, 4, 124), false},
		{"filter, 129 options", suitsFilter, crowded(9, 4, 125), true},
		{"filter, too many items", suitsFilter, crowded(520, 4, 140), false},
		{"filter, loose", suitsFilter, crowded(9, 9, 130), false},
		{"loose, an option short", loose, crowded(9, 8, 130), false},
		{"loose", loose, crowded(9, 9, 130), true},
		{"loose, 400 options", loose, crowded(9, 9, 391), true},
		{"loose, 401 options", loose, crowded(9, 9, 392), false},
	} {
		if got := c.fits(c.p); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
