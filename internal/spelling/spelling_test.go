package spelling

import "testing"

func TestHintNamesTheNearestWordOrListsSome(t *testing.T) {
	solvers := []string{"dlx_index", "bitset", "naive"}
	many := []string{"a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9"}
	for _, c := range []struct {
		word  string
		among []string
		want  string
	}{
		{"dlx_indx", solvers, "; did you mean dlx_index?"},
		{"bit", solvers, "; did you mean bitset?"}, // a prefix, however short
		{"BITSET", solvers, ", expected one of dlx_index, bitset, naive"},
		{"something", many, ", expected one of a1, a2, a3, a4, a5, a6, a7, a8, ..."},
		{"something", nil, ""},
	} {
		if got := Hint(c.word, c.among); got != c.want {
			t.Errorf("Hint(%q, %q): got %q, want %q", c.word, c.among, got, c.want)
		}
	}
}

func TestDistanceIsLevenshteins(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"same", "same", 0}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q): got %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
