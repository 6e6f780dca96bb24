package columns

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Names of all lengths, up to one that is longer than a piece of text.
func TestNamesAreNumberedInOrderOfAppearance(t *testing.T) {
	names, all := NewNames(), []string{"", "a", strings.Repeat("x", pieceSize), strings.Repeat("y", pieceSize+1), "z"}
	for k := range 20_000 {
		all = append(all, fmt.Sprint("sudoku/line", k))
	}
	for range 2 { // nothing is new the second time
		for k, name := range all {
			if got := names.Number(name); got != k {
				t.Fatalf("name %d: got number %d", k, got)
			}
		}
	}
	for k, name := range all {
		if number, ok := names.Find(name); names.Name(k) != name || number != k || !ok {
			t.Fatalf("name %d: got %d bytes and number %d, %t", k, len(names.Name(k)), number, ok)
		}
	}
	if _, ok := names.Find("other"); ok || names.Count() != len(all) {
		t.Errorf("got another name, or %d names, want %d", names.Count(), len(all))
	}
	var none *Names
	if number, ok := none.Find("a"); number != 0 || ok || none.Count() != 0 {
		t.Errorf("got number %d, %v of %d names, want none", number, ok, none.Count())
	}
}

// The table of numbers is at most three quarters full, and no larger than that takes. The search for
// a name reaches every slot.
func TestTheTableOfNamesGrowsInTime(t *testing.T) {
	for table := range 200 {
		names := NewNames()
		for k := range 12 {
			names.Number(fmt.Sprint(table, " ", k))
		}
		if len(names.slots) != 16 {
			t.Fatalf("got %d slots for 12 names, want 16", len(names.slots))
		}
	}
	names := NewNames()
	for k := range 1000 {
		names.Number(fmt.Sprint(k))
		if n, slots := len(names.at), len(names.slots); 4*n > 3*slots || slots > 16 && 4*n <= 3*slots/2 {
			t.Fatalf("got %d slots for %d names", slots, n)
		}
	}
}

// The first piece of text is small, because most runs have a few names. Each piece is filled up.
func TestPiecesOfTextAreFilled(t *testing.T) {
	names, n := NewNames(), 0
	add := func(length int) {
		n++
		names.Number(fmt.Sprintf("%0*d", length, n))
	}
	want := func(pieces, length, capacity int) {
		t.Helper()
		if last := names.text[len(names.text)-1]; len(names.text) != pieces || last.Len() != length || last.Cap() < capacity {
			t.Errorf("after %d names: got %d pieces, the last one with %d of %d bytes, want %d, %d of %d", n,
				len(names.text), last.Len(), last.Cap(), pieces, length, capacity)
		}
	}
	for k := range 64 {
		add(16)
		want(1, 16*(k+1), 1<<10)
	}
	if c := names.text[0].Cap(); c != 1<<10 {
		t.Errorf("got a first piece of %d bytes, want 1024", c)
	}
	add(2)
	want(2, 2, pieceSize)
	add(pieceSize - 4)
	want(2, pieceSize-2, pieceSize)
	add(2)
	want(2, pieceSize, pieceSize)
	add(pieceSize + 1)
	want(3, pieceSize+1, pieceSize+1)
}

// A piece of usual values takes no memory, and the first one no more than it needs. No other piece
// moves.
func TestColumnsTakeNoMemoryForUsualValues(t *testing.T) {
	var c Column[int32]
	c.Set(2, 5)
	c.Set(2*pieceLen+3, 6)
	if len(c.pieces) != 3 || cap(c.pieces[0]) > 8 || c.pieces[1] != nil || cap(c.pieces[2]) != pieceLen {
		t.Errorf("got %d pieces with %d, %d and %d values, want 3, the second one empty", len(c.pieces),
			cap(c.pieces[0]), cap(c.pieces[1]), cap(c.pieces[2]))
	}
	c.Set(pieceLen, 7)
	if n := cap(c.pieces[1]); n != pieceLen {
		t.Errorf("got a second piece of %d values, want %d", n, pieceLen)
	}
	c.Set(pieceLen-1, 8)
	for k, want := range map[int]int32{0: 0, 2: 5, pieceLen - 1: 8, pieceLen: 7, 2 * pieceLen: 0, 2*pieceLen + 3: 6} {
		if got := *c.Ref(k); got != want {
			t.Errorf("value %d: got %d, want %d", k, got, want)
		}
	}
	values := NewValues()
	for k, v := range []float64{0, math.Copysign(0, -1), -1, 1<<24 - 1, -(1<<24 - 1)} {
		values.Set(k, v)
	}
	if values.any.Any() {
		t.Error("whole numbers take 8 bytes, want 4")
	}
	if values.Set(5, 1<<24); !values.any.Any() {
		t.Error("got 4 bytes for 1<<24, want 8")
	}
}

func TestColumnsHaveWhatWasSet(t *testing.T) {
	for _, n := range []int{1, pieceLen, 3*pieceLen + 1} {
		var counts Counts
		values, column := NewValues(), Column[int32]{Usual: 7}
		wholes := []int64{0, 1, -1, math.MaxInt32, math.MaxInt32 + 1, math.MaxInt64, math.MinInt64}
		numbers := []float64{0, math.Copysign(0, -1), 1, 1<<24 - 1, 1 << 24, 1<<24 + 1, 0.1, 1e300, math.Inf(1), math.NaN()}
		for k := range n {
			counts.Set(k, wholes[k%len(wholes)])
			values.Set(k, numbers[k%len(numbers)])
			if k > n/2 {
				column.Set(k, int32(k))
			}
		}
		for k := range n {
			if got, want := counts.At(k), wholes[k%len(wholes)]; got != want {
				t.Errorf("got %d, want %d", got, want)
			}
			if got, want := values.At(k), numbers[k%len(numbers)]; math.Float64bits(got) != math.Float64bits(want) && !(got != got && want != want) {
				t.Errorf("got %v, want %v", got, want)
			}
			want := int32(7)
			if k > n/2 {
				want = int32(k)
			}
			if got := column.At(k); got != want {
				t.Errorf("got %d, want %d", got, want)
			}
		}
		if got := column.At(5 * pieceLen); got != 7 || column.Any() != (n > 1) {
			t.Errorf("beyond the end: got %d, want the usual 7", got)
		}
	}
}
