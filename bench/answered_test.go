package bench

import (
	"testing"

	"xcbench/cover"
)

// A search that has all solutions that it was asked for is solved. Any other limit remains one.
func TestALimitOfSolutionsIsAnAnswer(t *testing.T) {
	for _, c := range []struct {
		status       cover.Status
		limit, found int64
		want         cover.Status
	}{
		{cover.Limit, 3, 3, cover.Solved}, {cover.Limit, 3, 2, cover.Limit}, {cover.Limit, 0, 3, cover.Limit},
		{cover.Limit, 0, 0, cover.Limit}, {cover.Timeout, 3, 3, cover.Timeout}, {cover.Solved, 3, 1, cover.Solved},
	} {
		b := Bounds{Limits: cover.Limits{Solutions: c.limit}}
		if got := b.Answered(c.status, c.found); got != c.want {
			t.Errorf("%s with %d of %d solutions: got %s, want %s", c.status, c.found, c.limit, got, c.want)
		}
	}
}
