package compare

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/stats"
)

func TestStandardInputIsRead(t *testing.T) {
	inputs, err := Inputs([]string{"-"})
	if err != nil {
		t.Fatal(err)
	}
	d, err := Collect(Defaults(), inputs, strings.NewReader(row("A", "sec/op", 1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	for table := range d.Tables() {
		if got := table.Rows[0].Cells[0].N; got != 2 || table.Columns[0] != "-" {
			t.Errorf("got %d samples in column %s, want 2 in -", got, table.Columns[0])
		}
	}
}

// A line that cannot be read is quoted if nothing else can be read either.
func TestReasonForNoResultsIsTheFirstFault(t *testing.T) {
	for text, want := range map[string]string{
		"BenchmarkA x\n": ": no results; the first fault: ",
		row("A", "sec/op", math.NaN()) + row("A", "sec/op", math.Inf(1)): "no result could be read; the first fault: ",
	} {
		inputs := files(t, text)
		_, err := compareFiles(Defaults(), inputs)
		if err == nil || !strings.Contains(err.Error(), want+inputs[0].path+":1: ") {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
	opts := Defaults()
	opts.Filter = "-.name:A"
	if _, err := compareFiles(opts, files(t, row("A", "sec/op", 1))); err == nil || err.Error() != `nothing passes filter "-.name:A"` {
		t.Errorf("got %v, want that nothing passes", err)
	}
	opts = Defaults()
	opts.Row = "/nothing"
	if _, err := compareFiles(opts, files(t, row("A/k=1", "sec/op", 1))); err == nil || !strings.Contains(err.Error(), "row: no result has the key /nothing") {
		t.Errorf("got %v, want the key that no result has", err)
	}
}

func TestWordsOfAFilterThatNoResultHasAreNamed(t *testing.T) {
	text := "goos: linux\n" + row("Sort/n=8", "ns/op", 1) + row("Find/m=9", "B/op", 1)
	for filter, want := range map[string][]string{
		".unit:(sec/op OR B/op)":         nil, // the reader converts ns/op
		".unit:ns/op":                    nil,
		".unit:(B/op OR allocs/op)":      {"no result has .unit:allocs/op, expected one of B/op, ns/op, sec/op"},
		".name:(Sort OR Find OR Search)": {"no result has .name:Search, expected one of Find, Sort"},
		".fullname:(Sort/n=8 OR Sort)":   {"no result has .fullname:Sort; did you mean Sort/n=8?"},
		"/n:(8 OR 88)":                   {"no result has /n:88; did you mean 8?"},
		"goos:(linux OR lunix)":          {"no result has goos:lunix; did you mean linux?"},
		"goos:linux -/k:1":               {"no result has the key /k; did you mean /m?"},
		"goos:/lin/":                     nil, // an expression is not a word
	} {
		opts := Defaults()
		opts.Filter = filter
		got, err := compareFiles(opts, files(t, text))
		if err != nil || !slices.Equal(got.Warnings, want) {
			t.Errorf("%s: got %q, %v, want %q", filter, got.Warnings, err, want)
		}
	}
}

func TestConfidenceAndAlphaHaveBounds(t *testing.T) {
	for _, c := range []struct {
		alpha, confidence float64
		ok                bool
	}{{0, 0, true}, {1, 0.999, true}, {-0.1, 0.5, false}, {1.1, 0.5, false}, {0.5, 1, false}, {0.5, -0.1, false}, {math.NaN(), 0, false}} {
		m := Method{Method: stats.Method{Alpha: c.alpha, Confidence: c.confidence}}
		if err := m.check(); (err == nil) != c.ok {
			t.Errorf("%+v: got %v", c, err)
		}
	}
}

// Samples of one cell that differ in a key get one warning, which names the key.
func TestKeysThatVaryWithinACellAreNamed(t *testing.T) {
	one, two := "commit: 1\nhost: x\n"+row("A", "sec/op", 1), "commit: 2\nhost: x\n"+row("A", "sec/op", 2)
	opts := Defaults()
	opts.Col = ".name"
	for _, c := range []struct {
		text, want string
	}{
		{one + one, ""}, {one + two, "commit"}, {one + two + one + two, "commit"},
		{one + strings.ReplaceAll(two, "host: x", "host: y"), "commit,host"},
		{one + strings.ReplaceAll(one, "host: x", "host: y"), "host"},
	} {
		var got []Warning
		for _, w := range mustCompare(t, opts, c.text).Tables[0].Warnings {
			if strings.Contains(w.Text, "vary") {
				got = append(got, w)
			}
		}
		var want []Warning
		if c.want != "" {
			want = []Warning{{"samples of one cell vary in " + c.want, 1, "*, A"}}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %v, want %v", c.text, got, want)
		}
	}
	var text strings.Builder
	for _, commit := range []string{"1", "2", "3", "4", "5"} {
		text.WriteString("commit: " + commit + "\n" + row("A", "sec/op", 1))
	}
	if got := mustCompare(t, opts, text.String()).Tables[0].Warnings; !slices.ContainsFunc(got, func(w Warning) bool {
		return w.Text == "samples of one cell vary in commit"
	}) {
		t.Errorf("five commits: got %v, want the key commit", got)
	}
}

func TestColumnsOverlapIfARowHasSamplesInBaseAndAnother(t *testing.T) {
	has, none := Cell{N: 1}, Cell{}
	table := func(columns []string, rows ...[]Cell) Table {
		one := Table{Columns: columns}
		for _, cells := range rows {
			one.Rows = append(one.Rows, Row{Cells: cells})
		}
		return one
	}
	ab, abc := []string{"a", "b"}, []string{"a", "b", "c"}
	for _, c := range []struct {
		name   string
		tables []Table
		none   bool
	}{
		{"no table", nil, false},
		{"one column", []Table{table(ab[:1], []Cell{has})}, false},
		{"nothing in common", []Table{table(ab, []Cell{has, none}, []Cell{none, has})}, true},
		{"a row in common", []Table{table(ab, []Cell{none, has}, []Cell{has, has})}, false},
		{"with the third column", []Table{table(abc, []Cell{has, none, has})}, false},
		{"without the base", []Table{table(abc, []Cell{none, has, has})}, true},
		{"the same column in two tables", []Table{table(ab[:1], []Cell{has}), table(ab[:1], []Cell{has})}, false},
		{"two columns in two tables", []Table{table(ab[:1], []Cell{has}), table(ab[1:], []Cell{has})}, true},
		{"two columns and then one", []Table{table(ab, []Cell{has, none}), table(ab[:1], []Cell{has})}, true},
		{"another column and then the first", []Table{table(ab[:1], []Cell{has}), table(ab[1:], []Cell{has}), table(ab[:1], []Cell{has})}, true},
		{"a row in common and then none", []Table{table(ab, []Cell{has, has}), table(ab, []Cell{has, none})}, false},
	} {
		var o Overlap
		for _, one := range c.tables {
			o.Add(one)
		}
		if got := o.None(); got != c.none {
			t.Errorf("%s: got none %v, want %v", c.name, got, c.none)
		}
	}
}

// The status decides whether a sample has a value, and the number of solutions belongs to a row. So
// they are no keys that samples vary in.
func TestStatusAndSolutionsAreNoKeysThatSamplesVaryIn(t *testing.T) {
	name := "Solve/family=f/inst=1/solver=s-1"
	text := "status: solved\nsolutions: 2\n" + row(name, "sec/op", 1) + "status: limit\nsolutions: 1\n" + row(name,
		"sec/op", 1)
	table := mustCompare(t, Defaults(), text).Tables[0]
	if got := table.Rows[0].Cells[0]; got.N != 2 || got.Status != "limit" {
		t.Errorf("got %+v, want two samples of a limit", got)
	}
	for _, w := range table.Warnings {
		if strings.Contains(w.Text, "vary") {
			t.Errorf("got the warning %q, want none of samples that vary", w.Text)
		}
	}
}
