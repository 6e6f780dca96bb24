package compare_test

import (
	"slices"
	"strings"
	"testing"

	"xcbench/compare"
)

const classes = "solver-a: rule=mrv counter=links order=3\nsolver-b: rule=first counter=links order=1\nsolver-c: rule=mrv counter=options order=2\n"

// The rule and the counter class of a solver are keys. The columns of a single run are its solvers,
// in the order of their classes. Solvers without one come last.
func TestClassesAreKeysAndOrderTheColumns(t *testing.T) {
	text := exact + classes + solve("z", 1) + solve("a", 1) + solve("b", 2) + solve("c", 3)
	for _, c := range []struct{ filter, row, col, want string }{
		{"*", ".fullname", "", "b,c,a,z"}, {"rule:mrv", ".fullname", "", "c,a"}, {"counter:links", ".fullname", "", "b,a"},
		{"*", "/inst", "rule", ",mrv,first"}, {"*", "/inst", "counter", ",links,options"},
		{"rule:(mrv OR first)", "/inst", "counter,rule", "links mrv,links first,options mrv"},
	} {
		opts := compare.Defaults()
		opts.Filter, opts.Row, opts.Col = c.filter, c.row, c.col
		for table := range collect(t, opts, text).Tables() {
			same(t, c.filter+" by "+c.col, strings.Join(table.Columns, ","), c.want)
			if table.Solvers != (c.col == "") {
				t.Errorf("by %q: got solvers %v", c.col, table.Solvers)
			}
		}
	}
	byInstance := compare.Defaults()
	byInstance.Row = "/inst"
	for table := range collect(t, byInstance, text).Tables() {
		if table.Solvers {
			t.Error("rows by instance: got a table of instances by solvers")
		}
	}
	if two := tables(t, text, text)[0]; two.Solvers || strings.Join(two.Columns, ",") != "0,1" {
		t.Errorf("got columns %q of two files, want the files", two.Columns)
	}
}

// If a class is not known, a solver is compared only with itself.
func TestUpdatesAreComparedWithinACounterClassOnly(t *testing.T) {
	opts := compare.Defaults()
	a, b, c := solve("a", 10), solve("b", 20), solve("c", 30)
	for name, test := range map[string]struct {
		texts []string
		want  string
	}{
		"one class and another":        {[]string{classes + a + b + c}, "b,c,a; queens/8: 20 30 10*"},
		"classes that are not known":   {[]string{a + b + c}, "a,b,c; queens/8: 10 20 30"},
		"one that is not known":        {[]string{"solver-a: counter=links order=1\n" + a + b}, "a,b; queens/8: 10 20"},
		"two runs of one solver":       {[]string{classes + a, classes + a}, "0,1; queens/8 a: 10 10~"},
		"an older run without classes": {[]string{a, classes + a}, "0,1; queens/8 a: 10 10~"},
		"a solver that counts anew":    {[]string{"solver-a: counter=x\n" + a, classes + a}, "0,1; queens/8 a: 10 10"},
		"resumed by a later version":   {[]string{a + b + classes + a + b}, "b,a; queens/8: 20 10*"},
		"two classes within a run":     {[]string{"solver-a: counter=x order=2\n" + a + classes + a + b}, "b,a; queens/8: 20 10"},
		"another program's benchmark":  {[]string{bench("A", "updates/op", 1), bench("A", "updates/op", 2)}, "0,1; A: 1 2*"},
		"another program's and a run's": {[]string{bench("A", "updates/op", 1), bench("A", "updates/op", 2) + classes + a},
			"0,1; A: 1 2*; queens/8 a: - 10"},
	} {
		test.texts[0] = exact + test.texts[0]
		opts.Filter = ".unit:updates/op"
		for table := range collect(t, opts, test.texts...).Tables() {
			same(t, name, strings.TrimPrefix(show(table), "updates/op "), test.want)
			for k, cell := range table.Rows[0].Cells {
				if ratio := table.Verdicts[k].Value > 0; ratio != cell.Compared {
					t.Errorf("%s, column %d: got a mean ratio %v, want %v", name, k, ratio, cell.Compared)
				}
			}
		}
	}
	// Each solver of a cell is compared with itself.
	opts = compare.Defaults()
	opts.Filter, opts.Row, opts.Col = ".unit:updates/op", "/inst", ".file"
	for want, texts := range map[string][]string{
		"0,1; 8: 10 10~": {a + b, a}, "0,1; 8: - -": {classes + a + c, classes + b},
		"0,1; 8: 10 20*": {classes + a, classes + b}} {
		texts[0] = exact + texts[0]
		for table := range collect(t, opts, texts...).Tables() {
			same(t, "several", strings.TrimPrefix(strings.ReplaceAll(show(table), "/inst:", ""), "updates/op "), want)
		}
	}
}

// Solvers of different rules search different trees.
func TestNodesAreComparedWithinARuleOnly(t *testing.T) {
	opts := compare.Defaults()
	opts.Filter = ".unit:nodes/op"
	text := exact + classes + solve("a", 1) + solve("b", 1) + solve("c", 1) + solve("z", 1)
	for table := range collect(t, opts, text).Tables() {
		same(t, "columns", show(table), "nodes/op b,c,a,z; queens/8: 5 5 5 5")
	}
	opts.Base = "a"
	for table := range collect(t, opts, text).Tables() {
		same(t, "against a", show(table), "nodes/op a,b,c,z; queens/8: 5 5 5~ 5")
	}
}

// The base comes first, and then the solvers that are named, in their order.
func TestTheBaseIsTheFirstColumn(t *testing.T) {
	text := exact + classes + solve("a", 1) + solve("b", 1) + solve("c", 1)
	for _, c := range []struct {
		base  string
		first []string
		want  string
	}{{"", nil, "b,c,a"}, {"", []string{"c", "a", "b"}, "c,a,b"}, {"a", nil, "a,b,c"}, {"a", []string{"c"}, "a,c,b"}} {
		opts := compare.Defaults()
		opts.Base, opts.First = c.base, c.first
		same(t, c.base, strings.Join(slices.Collect(collect(t, opts, text).Tables())[0].Columns, ","), c.want)
	}
	opts := compare.Defaults()
	opts.Base = "d"
	if _, err := compare.Collect(opts, files(t, text), nil); err == nil || err.Error() != `no column "d" to compare with; did you mean b?` {
		t.Errorf("got %v, want the columns named", err)
	}
}

// Samples of one cell that differ in a key get one warning, which names the key. It is a key among
// the first four settings. The lines of other solvers' classes, the status and the number of
// solutions are none.
func TestKeysThatVaryWithinACellAreNamed(t *testing.T) {
	opts := compare.Defaults()
	opts.Col = ".name"
	for _, c := range []struct{ settings, want string }{
		{"commit 1, commit 1", ""}, {"commit 1, commit 2", "commit"}, {"commit 1, commit 2, commit 1, commit 2", "commit"},
		{"host x, host y", "host"}, {"commit 1 host x, commit 2 host y", "commit,host"},
		{"commit 1, commit 2, commit 3, commit 4, commit 5", "commit"},
		{"commit 1 host x, commit 2, commit 3, commit 4, commit 5 host y", "commit"},
		{"commit 1 host x, commit 2, commit 3, host y", "commit,host"},
		{"status solved solutions 92, status limit solutions 1", ""}, {"solver-b rule=mrv, solver-b rule=first", ""},
	} {
		text := ""
		for setting := range strings.SplitSeq(c.settings, ", ") {
			fields := strings.Fields(setting)
			for k := 0; k < len(fields); k += 2 {
				text += fields[k] + ": " + fields[k+1] + "\n"
			}
			text += solve("a", 1)
		}
		for table := range collect(t, opts, text).Tables() {
			got := ""
			for _, w := range table.Warnings {
				if keys, ok := strings.CutPrefix(w.Text, "samples of one cell vary in "); ok {
					got += keys
					if w.Cells != 1 || w.First != "*/family=queens/inst=8/solver=a-1, Solve" {
						t.Errorf("%s: got %+v, want it about one cell", c.settings, w)
					}
				}
			}
			same(t, c.settings, got, c.want)
		}
	}
}
