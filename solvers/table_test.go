package solvers_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/textbook"
	"xcbench/solvers"
	"xcbench/solvers/parallel"
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
	var names []string
	var counting []cover.Rule // each of these solvers has a rule of its own
	divisible := map[cover.Rule]bool{cover.MRV: true, cover.First: true, "ssxc1": false, "ssxcc": false, "weighted": false, "cdcl": false}
	for _, v := range append(solvers.BuiltIn(), solvers.Representations()...) {
		if got, ok := solvers.Find(v.Name); !ok || !slices.Equal(named(got), named(v)) || slices.Contains(names, v.Name) {
			t.Errorf("%s: got %+v, want %+v, once", v.Name, got, v)
		}
		names = append(names, v.Name)
		if v.Algorithm != strings.TrimSuffix(v.Name, "_"+string(v.Rule)) || v.Parallel || v.Engine != nil {
			t.Errorf("%s: got %+v, want the algorithm of the name, without the rule", v.Name, v)
		}
		if (solvers.Definition(v.Rule) == "") != (v.Name == solvers.Default) {
			t.Errorf("%s: got the definition %q of the rule %s", v.Name, solvers.Definition(v.Rule), v.Rule)
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
		if !v.Capabilities().CountsOnly {
			continue
		}
		if slices.Contains(counting, v.Rule) {
			t.Errorf("%s: got the rule %s of another solver", v.Name, v.Rule)
		}
		counting = append(counting, v.Rule)
		stats, err := cover.Solve(t.Context(), v, textbook.Tiny(), cover.Limits{}, func([]int) bool { return true })
		if err == nil || stats.Status != cover.Unsupported {
			t.Errorf("%s: shown to a visitor: got %s, %v, want unsupported", v.Name, stats.Status, err)
		}
	}
	for _, name := range []string{"dlx", "", "_parallel", "sat_parallel", "auto_parallel_parallel"} {
		if v, ok := solvers.Find(name); ok {
			t.Errorf("Find(%q): got %+v, want none", name, v)
		}
	}
	for _, name := range []string{"dlx_index_parallel", "auto_parallel"} {
		form := find(name).For(textbook.Tiny())
		if want := parallel.New(dlx.Index(cover.MRV), 0); !reflect.DeepEqual(form.Solver, want) {
			t.Errorf("%s: got %+v, want %+v, which has as many workers as processors", name, form.Solver, want)
		}
	}
}

// Colours and places in plots follow from the list of all solvers.
func TestPanelsAreNestedAndOrderTheLooks(t *testing.T) {
	looks := map[string]int{}
	for k, v := range solvers.BuiltIn() {
		_, known := looks[v.Algorithm]
		switch all := solvers.All(); {
		case k >= len(all) && (v.Order != 0 || v.Look != 0):
			t.Errorf("%s: got place %d and look %d, want none", v.Name, v.Order, v.Look)
		case k >= len(all):
		case v.Name != all[k].Name || v.Order != k+1:
			t.Errorf("got %s in place %d, want %s in place %d", v.Name, v.Order, all[k].Name, k+1)
		case !known:
			looks[v.Algorithm] = len(looks) + 1
		}
		if want := looks[v.Algorithm]; v.Order > 0 && v.Look != want {
			t.Errorf("%s: got look %d, want %d of %s", v.Name, v.Look, want, v.Algorithm)
		}
	}
	first := func(v solvers.Variant) bool { return v.Rule == cover.First }
	if got, want := solvers.Panel(), slices.DeleteFunc(solvers.All(), first); !slices.Equal(named(got...), named(want...)) {
		t.Errorf("got %v to measure, want %v", named(got...), named(want...))
	}
}

func TestEveryKnownRuleHasALine(t *testing.T) {
	for rule, want := range map[cover.Rule]solvers.Line{"mrv": solvers.Solid, "first": solvers.Dashed, "ssxcc": solvers.DashDotted,
		"ssxc1": solvers.LongDashed, "theirs": solvers.LongDashed} {
		if got := solvers.LineOf(rule); got != want {
			t.Errorf("%s: got line %d, want %d", rule, got, want)
		}
	}
	if got := solvers.Definition("theirs"); got != "" {
		t.Errorf("got %q for an unknown rule, want no definition", got)
	}
}

// An engine is found by its name, which no other solver has, in the set it was given to.
func TestEnginesHaveNamesOfTheirOwn(t *testing.T) {
	engine := func(name string) solvers.Variant { return solvers.Variant{Solver: dlx.Index(cover.First), Name: name} }
	set, err := solvers.NewSet([]solvers.Variant{engine("mine"), engine("yours")})
	if err != nil {
		t.Fatal(err)
	}
	other := solvers.Set{}
	for name, want := range map[string][2]bool{"mine": {true, false}, "yours": {true, false}, "naive": {true, true},
		"naive_parallel": {true, true}, "mine_parallel": {}, "ours": {}} {
		got, ok := set.Find(name)
		_, there := other.Find(name)
		if ok != want[0] || there != want[1] || ok && got.Name != name {
			t.Errorf("%s: got %v, %v, and %v in another set, want %v", name, got.Name, ok, there, want)
		}
	}
	var listed []string
	for _, v := range append(set.Listed(), set.Engines()...)[len(solvers.BuiltIn())-1:] {
		listed = append(listed, v.Name)
	}
	if got := strings.Join(listed, " "); got != "count mine yours mine yours" {
		t.Errorf("got %s at the end of the list, and as engines", got)
	}
	for want, names := range map[string][]string{
		"engine naive: a solver of xcbench has this name, expected another one":         {"naive"},
		"engine auto_parallel: a solver of xcbench has this name, expected another one": {"mine", "auto_parallel"},
		"engine bitset_filter: a solver of xcbench has this name, expected another one": {"bitset_filter"},
		"engine all: a solver of xcbench has this name, expected another one":           {"all"},
		"engine mine: another engine has this name, expected different names":           {"mine", "yours", "mine"},
	} {
		var all []solvers.Variant
		for _, name := range names {
			all = append(all, engine(name))
		}
		if set, err := solvers.NewSet(all); err == nil || err.Error() != want || len(set.Engines()) > 0 {
			t.Errorf("%q: got %v, %v, want %q", names, set, err, want)
		}
	}
}
