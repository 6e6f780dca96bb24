package cover

import (
	"strings"
	"testing"
)

// problemOf returns a problem, given the names of its items and its options.
func problemOf(t *testing.T, primary, secondary string, options ...string) *Problem {
	t.Helper()
	var b Builder
	b.Primary(strings.Fields(primary)...)
	b.Secondary(strings.Fields(secondary)...)
	for _, o := range options {
		b.Option(strings.Fields(o)...)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestShapeOfAProblem(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *Problem
		want Shape
	}{
		{"nothing", problemOf(t, "", ""), Shape{}},
		{"no options", problemOf(t, "a b", "x"), Shape{Components: 3}},
		{"one entry", problemOf(t, "a", "", "a"), Shape{1, Spread{1, 1, 1}, Spread{1, 1, 1}, 1}},
		{"two parts", problemOf(t, "a b c d", "", "a b", "c", "d c"),
			Shape{5.0 / 12, Spread{1, 2, 5.0 / 3}, Spread{1, 2, 5.0 / 4}, 2}},
		{"the longest option first", problemOf(t, "a b c", "", "c b a", "a"),
			Shape{4.0 / 6, Spread{1, 3, 2}, Spread{1, 2, 4.0 / 3}, 1}},
		{"a secondary item joins", problemOf(t, "a b", "x", "a x", "b x"),
			Shape{4.0 / 6, Spread{2, 2, 2}, Spread{1, 2, 4.0 / 3}, 1}},
		{"an item without options", problemOf(t, "a b", "", "b"), Shape{1.0 / 2, Spread{1, 1, 1}, Spread{0, 1, 0.5}, 2}},
		{"a chain joined late", problemOf(t, "a b c d e f", "", "a b", "c d", "e f", "b c", "f d", "a e"),
			Shape{12.0 / 36, Spread{2, 2, 2}, Spread{2, 2, 2}, 1}},
	} {
		if got := ShapeOf(c.p); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}
