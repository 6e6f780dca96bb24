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
