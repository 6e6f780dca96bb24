package bench

import (
	"testing"

	"xcbench/solvers"
)

func TestClassesOrderSolversAsTheListDoes(t *testing.T) {
	looks := map[string]int{}
	for k, v := range solvers.All() {
		c := ClassOf(v)
		if c.Order != k+1 || c.Rule != v.Rule || c.Counter != string(v.Counter) {
			t.Errorf("%s: got order %d, rule %s, counter %s; want %d, %s, %s",
				v.Name, c.Order, c.Rule, c.Counter, k+1, v.Rule, v.Counter)
		}
		if look, known := looks[c.Algorithm]; !known {
			looks[c.Algorithm] = len(looks) + 1
			if c.Look != len(looks) {
				t.Errorf("%s: got look %d of a new algorithm, want %d", v.Name, c.Look, len(looks))
			}
		} else if c.Look != look {
			t.Errorf("%s: got look %d, want %d as the others of %s", v.Name, c.Look, look, c.Algorithm)
		}
	}
}
