package results

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
)

func TestClassIsReadBackAsWritten(t *testing.T) {
	for _, want := range []Class{
		{Rule: "mrv", Counter: "links", Algorithm: "dlx_index", Look: 1, Order: 2,
			Summary: "links; the item with the fewest options first"},
		{Rule: "first", Counter: "options", Parallel: true},
		{Summary: "a solver of somebody else's"},
	} {
		line := want.Config("x_1")
		text := line[0] + ": " + line[1] + "\n" + solve("x_1", 1)
		in := benchfmt.NewReader(strings.NewReader(text), "f")
		if !in.Scan() {
			t.Fatal(in.Err())
		}
		var classes ClassReader
		r := in.Result().(*benchfmt.Result)
		solver, got, err := classes.Take(r)
		if err != nil || got != want || string(solver) != "x_1" || classes.Classes["x_1"] != want {
			t.Errorf("%s: got %+v of %s, %v, want %+v", text, got, solver, err, want)
		}
		if slices.ContainsFunc(r.Config, func(c benchfmt.Config) bool { return c.File }) {
			t.Errorf("%s: got the configuration %v, want none that the file has", text, r.Config)
		}
	}
}

func TestClassThatCannotBeReadIsAFault(t *testing.T) {
	for line, want := range map[string]string{
		"rule":          `"rule", expected key=value, as in rule=mrv`,
		"look=blue":     `look "blue", expected a whole number from 1 on`,
		"rule=a look=0": `look "0", expected a whole number from 1 on`,
	} {
		inputs := files(t, "solver-a: "+line+"\n"+solve("a", 1)+solve("a", 1))
		res, err := compareFiles(Defaults(), inputs)
		if err != nil {
			t.Fatal(err)
		}
		if full := inputs[0].path + ":2: the line solver-a above has " + want; !slices.Equal(res.Faults,
			[]string{full}) {
			t.Errorf("%s: got the faults %q, want %s", line, res.Faults, full)
		}
	}
	if c, err := parseClass("rule=mrv colour=red"); err != nil || c.Rule != "mrv" {
		t.Errorf("a field of a later version: got %+v, %v, want it skipped", c, err)
	}
}

func TestSolverIsFoundInANameOfAnyShape(t *testing.T) {
	for name, want := range map[string]string{
		"Solve/family=q/inst=8/solver=dlx_index-1": "dlx_index", "X/solver=a.b/k=1-16": "a.b", "X/solver=a-b-2": "a-b", "X/solver=a": "a", "X-8": "", "X/solver=-1": "",
		"X/solver=/k=1": "", "X/solver=a1": "a1", "X/solver=a/k=1/solver=b": "a",
	} {
		if got := string(solverOf(benchfmt.Name(name))); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestClassesThatContradictEachOtherAreNotKnown(t *testing.T) {
	all := Classes{}
	links := Class{Rule: "mrv", Counter: "links", Look: 1}
	all.Add("a", links)
	all.Add("a", Class{Rule: "mrv", Counter: "links", Look: 7}) // of a later version, with more solvers
	all.Add("b", links)
	all.Add("b", Class{Rule: "mrv", Counter: "options"})
	all.Add("b", links)
	if want := (Classes{"a": links, "b": {}}); !reflect.DeepEqual(all, want) {
		t.Errorf("got %v, want %v", all, want)
	}
}
