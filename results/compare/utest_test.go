package compare

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"
)

// sorted returns all sorted samples of n values from 1 to most.
func sorted(n, most int) (all [][]float64) {
	if n == 0 {
		return [][]float64{nil}
	}
	for _, shorter := range sorted(n-1, most) {
		from := 1.0
		if len(shorter) > 0 {
			from = shorter[len(shorter)-1]
		}
		for v := from; v <= float64(most); v++ {
			all = append(all, append(slices.Clone(shorter), v))
		}
	}
	return all
}

// The tester keeps one result for all samples with the same sizes, ties and U. It sees all pairs of
// samples of up to three values from 1 to 4, so a key that left out anything would meet its double.
func TestKeptResultsAreThoseOfEveryPairOfSmallSamples(t *testing.T) {
	var samples [][]float64
	for n := 1; n <= 3; n++ {
		samples = append(samples, sorted(n, 4)...)
	}
	test, buffer := newTester(), []byte(nil)
	for _, x := range samples {
		for _, y := range samples {
			a := &benchmath.Sample{Values: x, Thresholds: &benchmath.DefaultThresholds}
			b := &benchmath.Sample{Values: y, Thresholds: &benchmath.DefaultThresholds}
			got, want := test.compare(a, b, &buffer), benchmath.AssumeNothing.Compare(a, b)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%v and %v: got %+v, want %+v", x, y, got, want)
			}
		}
	}
	if kept := len(test.known); kept < 50 || kept > len(samples)*len(samples)/3 {
		t.Errorf("got %d kept results of %d pairs, want far fewer, but not one for all", kept, len(samples)*len(samples))
	}
}

// By hand: the key has the sizes, twice U of the first sample, and the sizes of the ties in order.
func TestKeyOfATestHasSizesUAndTies(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		want []byte
	}{
		{[]float64{1}, []float64{2}, []byte{1, 1, 0, 1, 1}},
		{[]float64{2}, []float64{1}, []byte{1, 1, 2, 1, 1}},
		{[]float64{1}, []float64{1}, []byte{1, 1, 1, 2}},
		{[]float64{2, 2, 5}, []float64{1, 2, 4, 4}, []byte{3, 4, 14, 1, 3, 2, 1}}, // 2 * (1.5 + 1.5 + 4)
		{[]float64{7, 8}, []float64{1, 2, 3}, []byte{2, 3, 12, 1, 1, 1, 1, 1}},
	} {
		if got := ranks(nil, c.x, c.y); !slices.Equal(got, c.want) {
			t.Errorf("%v and %v: got %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

func TestKeptResultsAreBounded(t *testing.T) {
	test := newTester()
	for k := range keptTests - 1 {
		test.known[fmt.Sprint("another ", k)] = benchmath.Comparison{}
	}
	for _, y := range [][]float64{{1}, {2}, {0}} { // the first has room
		a := &benchmath.Sample{Values: []float64{1}, Thresholds: &benchmath.DefaultThresholds}
		b := &benchmath.Sample{Values: y, Thresholds: &benchmath.DefaultThresholds}
		test.compare(a, b, new([]byte))
		if got := len(test.known); got != 100_000 {
			t.Errorf("got %d kept results, want 100,000", got)
		}
	}
}
