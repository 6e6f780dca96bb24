package spelling

import (
	"strings"
	"testing"
)

func TestHintNamesTheNearestWordOrListsSome(t *testing.T) {
	solvers := strings.Fields("dlx_index bitset naive")
	many := strings.Fields("a1 a2 a3 a4 a5 a6 a7 a8 a9")
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
		{"rnu", []string{"rank", "run"}, "; did you mean run?"}, // swapped neighbours count once
		// Levenshtein's distances 2 and 3, from texts whose bound is 2; and 3, from one whose bound is 3.
		{"lawn", []string{"flawless", "flaw"}, "; did you mean flaw?"},
		{"kitten", []string{"sitting"}, ", expected one of sitting"},
		{"intention", []string{"invexxion"}, "; did you mean invexxion?"},
	} {
		if got := Hint(c.word, c.among); got != c.want {
			t.Errorf("Hint(%q, %q): got %q, want %q", c.word, c.among, got, c.want)
		}
	}
}
