package cover_test

import (
	"testing"

	"xcbench/cover"
)

func TestShapeOfAProblem(t *testing.T) {
	for _, c := range []struct {
		p    *cover.Problem
		want cover.Shape
	}{
		{problemOf(t, "", ""), cover.Shape{}},
		{problemOf(t, "a b", "x"), cover.Shape{Components: 3}},
		{problemOf(t, "a b c", "x", "a b", "c", "x c"), // two parts
			cover.Shape{5. / 12, cover.Spread{1, 2, 5. / 3}, cover.Spread{1, 2, 5. / 4}, 2}},
		{problemOf(t, "a b c", "", "c b a", "a"), cover.Shape{4. / 6, cover.Spread{1, 3, 2}, cover.Spread{1, 2, 4. / 3}, 1}},
		{problemOf(t, "a b", "", "b"), cover.Shape{1. / 2, cover.Spread{1, 1, 1}, cover.Spread{0, 1, 0.5}, 2}},
		{problemOf(t, "a b c d e f", "", "a b", "c d", "e f", "b c", "f d", "a e"), // a chain joined late
			cover.Shape{12. / 36, cover.Spread{2, 2, 2}, cover.Spread{2, 2, 2}, 1}},
	} {
		if got := cover.ShapeOf(c.p); got != c.want {
			t.Errorf("%s: got %+v, want %+v", described(c.p), got, c.want)
		}
	}
}
