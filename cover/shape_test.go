package cover_test

import (
	"testing"

	"xcbench/cover"
)

func TestShapeOfAProblem(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *cover.Problem
		want cover.Shape
	}{
		{"nothing", problemOf(t, "", ""), cover.Shape{}},
		{"no options", problemOf(t, "a b", "x"), cover.Shape{Components: 3}},
		{"one entry", problemOf(t, "a", "", "a"), cover.Shape{1, cover.Spread{1, 1, 1}, cover.Spread{1, 1, 1}, 1}},
		{"two parts", problemOf(t, "a b c d", "", "a b", "c", "d c"),
			cover.Shape{5.0 / 12, cover.Spread{1, 2, 5.0 / 3}, cover.Spread{1, 2, 5.0 / 4}, 2}},
		{"the longest option first", problemOf(t, "a b c", "", "c b a", "a"),
			cover.Shape{4.0 / 6, cover.Spread{1, 3, 2}, cover.Spread{1, 2, 4.0 / 3}, 1}},
		{"a secondary item joins", problemOf(t, "a b", "x", "a x", "b x"),
			cover.Shape{4.0 / 6, cover.Spread{2, 2, 2}, cover.Spread{1, 2, 4.0 / 3}, 1}},
		{"an item without options", problemOf(t, "a b", "", "b"), cover.Shape{1.0 / 2, cover.Spread{1, 1, 1}, cover.Spread{0, 1, 0.5}, 2}},
		{"a chain joined late", problemOf(t, "a b c d e f", "", "a b", "c d", "e f", "b c", "f d", "a e"),
			cover.Shape{12.0 / 36, cover.Spread{2, 2, 2}, cover.Spread{2, 2, 2}, 1}},
	} {
		if got := cover.ShapeOf(c.p); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}
