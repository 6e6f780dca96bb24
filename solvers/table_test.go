package solvers_test

import (
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/solvers"
)

// named returns variants without their solvers, so that they can be compared.
func named(all ...solvers.Variant) []solvers.Variant {
	all = slices.Clone(all)
	for k := range all {
		all[k].Solver = nil
	}
	return all
}

// What holds for a row of the table, whatever the solver.
func TestEverySolverIsFoundAndDescribed(t *testing.T) {
	divisible := map[cover.Rule]bool{cover.MRV: true, cover.First: true, "ssxc1": false, "ssxcc": false, "weighted": false, "cdcl": false}
	for _, v := range solvers.BuiltIn() {
		if got, ok := solvers.Find(v.Name); !ok || !slices.Equal(named(got), named(v)) {
			t.Errorf("%s: got %+v, want %+v", v.Name, got, v)
		}
		if v.Algorithm != strings.TrimSuffix(v.Name, "_"+string(v.Rule)) || (solvers.Definition(v.Rule) == "") != (v.Name == solvers.Default) {
			t.Errorf("%s: got %+v, want the algorithm of the name, without the rule, and a definition of the rule", v.Name, v)
		}
		limits := v.Capabilities().String()
		if strings.HasSuffix(v.Summary, "; "+limits) != (limits != "") || strings.HasPrefix(v.Summary, ";") {
			t.Errorf("%s: got the summary %q, want the limits %q at its end", v.Name, v.Summary, limits)
		}
		form, ok := solvers.Find(v.Name + solvers.ParallelSuffix)
		if want, known := divisible[v.Rule]; known && ok != want || v.Capabilities().CountsOnly && ok {
			t.Errorf("%s, rule %s: got a parallel form: %v", v.Name, v.Rule, ok)
		}
		want := v
		want.Name, want.Summary, want.Parallel, want.Order = v.Name+"_parallel", v.Summary+"; by several workers", true, 0
		if ok != v.Divisible() || ok && !slices.Equal(named(form), named(want)) {
			t.Errorf("%s: got the parallel form %+v, %v, want %+v", v.Name, form, ok, want)
		}
	}
	for _, name := range []string{"dlx", "", "_parallel", "sat_parallel", "auto_parallel_parallel"} {
		if v, ok := solvers.Find(name); ok {
			t.Errorf("Find(%q): got %+v, want none", name, v)
		}
	}
}

// Colours and places in plots follow from the list of all solvers, which begins that of the built-in ones.
func TestPanelsAreNestedAndOrderTheLooks(t *testing.T) {
	looks, all := map[string]int{}, solvers.All()
	for k, v := range solvers.BuiltIn() {
		if k < len(all) && looks[v.Algorithm] == 0 {
			looks[v.Algorithm] = len(looks) + 1
		}
		if want := [2]int{k + 1, looks[v.Algorithm]}; k < len(all) && (v.Name != all[k].Name || [2]int{v.Order, v.Look} != want) ||
			k >= len(all) && v.Order+v.Look != 0 {
			t.Errorf("%s: got place %d and look %d, want %v, or none behind the first %d", v.Name, v.Order, v.Look, want, len(all))
		}
	}
	first := func(v solvers.Variant) bool { return v.Rule == cover.First }
	if got, want := solvers.Panel(), slices.DeleteFunc(all, first); !slices.Equal(named(got...), named(want...)) {
		t.Errorf("got %v to measure, want %v", named(got...), named(want...))
	}
}

// An engine is found by its name, which no other solver has, in the set it was given to.
func TestEnginesHaveNamesOfTheirOwn(t *testing.T) {
	given := func(names string) (solvers.Set, error) {
		var engines []solvers.Variant
		for name := range strings.FieldsSeq(names) {
			engines = append(engines, solvers.Variant{Solver: dlx.Index(cover.First), Name: name})
		}
		return solvers.NewSet(engines)
	}
	set, err := given("mine yours")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"mine": true, "yours": true, "naive_parallel": true, "mine_parallel": false, "ours": false} {
		if got, ok := set.Find(name); ok != want || ok && got.Name != name {
			t.Errorf("%s: got %v, %v, want %v", name, got.Name, ok, want)
		}
	}
	if listed := set.Listed(); len(listed) != len(solvers.BuiltIn())+2 || listed[len(listed)-1].Name != set.Engines()[1].Name {
		t.Errorf("got %d solvers, want the engines after those of this program", len(listed))
	}
	for names, last := range map[string]string{"naive": "naive", "mine auto_parallel": "auto_parallel", "all": "all", "mine yours mine": "mine"} {
		if _, err := given(names); err == nil || !strings.Contains(err.Error(), "engine "+last+": ") {
			t.Errorf("%s: got %v, want an error about %s", names, err, last)
		}
	}
}
