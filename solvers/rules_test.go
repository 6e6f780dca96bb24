package solvers_test

import (
	"slices"
	"testing"

	"xcbench/solvers"
)

func TestEveryChoiceRuleIsDefined(t *testing.T) {
	for _, v := range slices.Concat(solvers.All(), solvers.Others(), solvers.Counting()) {
		if solvers.Definition(v.Rule) == "" {
			t.Errorf("%s: got no definition of the rule %s, want one in rules.go", v.Name, v.Rule)
		}
	}
	if got := solvers.Definition("theirs"); got != "" {
		t.Errorf("got %q for an unknown rule, want no definition", got)
	}
}
