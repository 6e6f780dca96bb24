package cover_test

import (
	"fmt"
	"testing"

	"xcbench/cover"
)

func TestShapeOfAProblem(t *testing.T) {
	for want, p := range map[string]*cover.Problem{ // density, length, degree, components
		"{0 {0 0 0} {0 0 0} 3}": problemOf(t, "a b", "x"),
		"{0.4166666666666667 {1 2 1.6666666666666667} {1 2 1.25} 2}": problemOf(t, "a b c", "x", "a b", "c", "x c"),
		"{0.6666666666666666 {1 3 2} {1 2 1.3333333333333333} 1}":    problemOf(t, "a b c", "", "c b a", "a"),
		"{0.5 {1 1 1} {0 1 0.5} 2}":                                  problemOf(t, "a b", "", "b"),
		// A chain that is joined late.
		"{0.3333333333333333 {2 2 2} {2 2 2} 1}": problemOf(t, "a b c d e f", "", "a b", "c d", "e f", "b c", "f d", "a e"),
	} {
		if got := fmt.Sprint(cover.ShapeOf(p)); got != want {
			t.Errorf("%s: got %s, want %s", described(p), got, want)
		}
	}
}
