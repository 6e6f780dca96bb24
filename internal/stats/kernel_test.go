package stats

import (
	"fmt"
	"testing"

	"golang.org/x/perf/benchmath"
)

func TestKeptResultsAreBounded(t *testing.T) {
	test := NewUTest(DefaultMethod)
	for k := range keptTests - 1 {
		test.known[fmt.Sprint("another ", k)] = benchmath.Comparison{}
	}
	for _, y := range []float64{1, 2, 0} { // the first has room
		test.Compare([]float64{1}, []float64{y})
		if got := len(test.known); got != 100_000 {
			t.Errorf("got %d kept results, want 100,000", got)
		}
	}
}
