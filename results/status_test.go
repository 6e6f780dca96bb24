package results

import "testing"

func TestMajoritiesCountAlgorithms(t *testing.T) {
	for _, c := range []struct {
		sides [][]string
		want  int
	}{
		{[][]string{{"a"}, {"b", "c"}}, 1},
		{[][]string{{"a", "b", "c"}, {"d", "e"}}, 0},
		{[][]string{{"a"}, {"b"}}, -1},
		{[][]string{{"a", "a", "a"}, {"b"}}, -1},            // forms of one algorithm
		{[][]string{{"a", "b"}, {"a", "c"}}, -1},            // forms of one algorithm that differ
		{[][]string{{"a"}, {"b", "c"}, {"d"}}, -1},          // most, but not more than the others together
		{[][]string{{"a"}, {"b", "c", "e"}, {"d", "d"}}, 1}, // more than the others together
		{[][]string{{"a"}}, 0},
	} {
		if got := Majority(c.sides); got != c.want {
			t.Errorf("%v: got majority %d, want %d", c.sides, got, c.want)
		}
	}
}
