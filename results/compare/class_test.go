package compare

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// solve is a row of ours.
func solve(solver string, updates ...float64) string {
	return row("Solve/family=queens/inst=8/solver="+solver+"-1", "updates/op", updates...)
}

const (
	exactUpdates = "Unit updates/op assume=exact better=lower\n"
	fourClasses  = "solver-a: rule=mrv counter=links order=3\nsolver-b: rule=first counter=links order=1\nsolver-c: rule=mrv counter=options order=2\n"
)

func TestRuleAndCounterAreKeysOfEveryRow(t *testing.T) {
	text := exactUpdates + fourClasses + solve("a", 1) + solve("b", 2) + solve("c", 3) + solve("d", 4)
	for _, c := range []struct {
		filter, col string
		want        []string
	}{
		{"rule:mrv", "", []string{"c", "a"}},
		{"counter:links", "", []string{"b", "a"}},
		{"-rule:*", "", nil},
		{"*", "rule", []string{"mrv", "first", ""}},
		{"*", "counter", []string{"links", "options", ""}},
		{"rule:(mrv OR first)", "counter,rule", []string{"links mrv", "links first", "options mrv"}},
	} {
		opts := Defaults()
		opts.Filter, opts.Col, opts.Row = c.filter, c.col, "/inst"
		if c.col == "" {
			opts.Row = ".fullname"
		}
		res, err := compareFiles(opts, files(t, text))
		var got []string
		if err == nil {
			for _, col := range res.Tables[0].Columns {
				got = append(got, strings.NewReplacer("counter:", "", "rule:", "").Replace(col))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("--filter %s --col %q: got the columns %q, %v, want %q", c.filter, c.col, got, err, c.want)
		}
	}
	opts := Defaults()
	opts.Filter = "rule:mvr"
	if _, err := compareFiles(opts, files(t, text)); err == nil || !strings.Contains(err.Error(), "no result has rule:mvr; did you mean mrv?") {
		t.Errorf("a rule that no row has: got %v", err)
	}
}

func TestColumnsStandInTheOrderOfTheClasses(t *testing.T) {
	table := mustCompare(t, Defaults(), exactUpdates+fourClasses+solve("z", 1)+solve("a", 1)+solve("b",
		2)+solve("c", 3)).Tables[0]
	if want := []string{"b", "c", "a", "z"}; !slices.Equal(table.Columns, want) {
		t.Errorf("got %q, want %q: solvers without a place last", table.Columns, want)
	}
}

func TestUpdatesAreComparedWithinACounterClassOnly(t *testing.T) {
	opts := Defaults()
	opts.WithinCounter = []string{"updates/op"}
	a, b, c := solve("a", 10), solve("b", 20), solve("c", 30)
	for _, test := range []struct {
		name string
		text []string
		want []bool // by column after the first
	}{
		// in the order b, c, a
		{"one class and another", []string{exactUpdates + fourClasses + a + b + c}, []bool{false, true}},
		{"classes that are not known", []string{exactUpdates + a + b + c}, []bool{false, false}},
		{"one class that is not known", []string{exactUpdates + "solver-a: counter=links order=1\n" + a + b},
			[]bool{false}},
		{"two runs of one solver", []string{exactUpdates + fourClasses + a, exactUpdates + fourClasses + a},
			[]bool{true}},
		{"an older run without classes", []string{exactUpdates + a, exactUpdates + fourClasses + a}, []bool{true}},
		{"a solver that has come to count something else",
			[]string{exactUpdates + "solver-a: counter=x\n" + a, exactUpdates + fourClasses + a}, []bool{false}},
		{"a run that was resumed by a later version", []string{exactUpdates + a + b + fourClasses + a + b},
			[]bool{true}},
		{"another program's benchmark", []string{exactUpdates + row("A", "updates/op", 1),
			exactUpdates + row("A", "updates/op", 2)}, []bool{true}},
	} {
		table := mustCompare(t, opts, test.text...).Tables[0]
		var got, ratios []bool
		for k, cell := range table.Rows[0].Cells[1:] {
			got, ratios = append(got, cell.Compared), append(ratios, table.Verdicts[k+1].Value > 0)
		}
		if !slices.Equal(got, test.want) || !slices.Equal(ratios, test.want) {
			t.Errorf("%s: columns %q: got compared %v, mean ratios %v, want %v", test.name, table.Columns, got,
				ratios, test.want)
		}
	}
	nodes := strings.ReplaceAll(a+b, "updates/op", "nodes/op")
	if cell := mustCompare(t, opts, exact+nodes).Tables[0].Rows[0].Cells[1]; !cell.Compared {
		t.Error("nodes of solvers of which nothing is known: got no comparison")
	}
}

// Two runs of other solvers have other lines at their heads, which say nothing of a row's own
// solver.
func TestClassesOfOtherSolversDoNotMakeSamplesVary(t *testing.T) {
	one := "cpu: x\nsolver-a: rule=mrv counter=links order=1\n" + solve("a", 1)
	two := "cpu: x\nsolver-a: rule=mrv counter=links order=1\nsolver-b: rule=mrv counter=links order=2\n" +
		solve("a", 1)
	opts := Defaults()
	opts.Col = "/solver"
	if w := mustCompare(t, opts, one, two).Tables[0].Warnings; slices.ContainsFunc(w,
		func(w Warning) bool { return strings.Contains(w.Text, "vary") }) {
		t.Errorf("got the warnings %v, want none of samples that vary", w)
	}
}

func TestThousandsOfSolversAreNumbered(t *testing.T) {
	known := map[string]uint8{"": 0}
	for k := range 1000 {
		want := uint8(min(k+1, 255))
		if got := numberOf(known, fmt.Appendf(nil, "s%d", k), 255); got != want {
			t.Fatalf("number %d: got %d, want %d", k, got, want)
		}
	}
	if got := numberOf(known, []byte("s3"), 255); got != 4 {
		t.Errorf("got %d the second time, want 4", got)
	}
}
