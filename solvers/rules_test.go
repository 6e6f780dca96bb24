package solvers

import "testing"

func TestEveryChoiceRuleIsDefined(t *testing.T) {
	for _, v := range append(All(), Others()...) {
		if Definition(v.Rule) == "" {
			t.Errorf("%s: got no definition of the rule %s, want one in rules.go", v.Name, v.Rule)
		}
	}
	if got := Definition("theirs"); got != "" {
		t.Errorf("got %q for an unknown rule, want no definition", got)
	}
}
