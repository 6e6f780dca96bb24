package results_test

import (
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results"
)

// Times can be compared within one host. A result without a host can be of any host with the same
// processor, and one that several hosts made together compares with none.
func TestTimesAreComparedWithinAMachine(t *testing.T) {
	a := results.Machine{Host: "a", CPU: "x", OS: "linux", Arch: "amd64"}
	with := func(host, cpu, os, arch string) results.Machine {
		return results.Machine{Host: host, CPU: cpu, OS: os, Arch: arch}
	}
	both := results.Together([]results.Machine{a, with("b", "x", "linux", "arm64")})
	if want := with("a; b", "x", "linux", "amd64; arm64"); both != want || !both.Several() || a.Several() {
		t.Errorf("got %+v together, want %+v", both, want)
	}
	if got, want := results.Together([]results.Machine{a, with("a", "y", "linux", "amd64")}), with("a; a", "x; y", "linux", "amd64"); got != want ||
		results.Together([]results.Machine{a}) != a || results.Together(nil) != (results.Machine{}) {
		t.Errorf("two machines of one name: got %+v, want %+v", got, want)
	}
	for _, c := range []struct {
		other results.Machine
		same  bool
		names string
	}{
		{a, true, ""}, {with("", "x", "linux", "amd64"), true, ""}, {with("b", "x", "linux", "amd64"), false, "a, x|b, x"},
		{with("a", "y", "linux", "amd64"), false, "a, x|a, y"}, {with("a", "x", "darwin", "amd64"), false, "a, x|a, x"},
		{with("", "", "linux", "amd64"), false, "a, x|linux/amd64"}, {results.Machine{}, false, "a, x|unknown"}, {both, false, "a, x|a; b, x"},
	} {
		if a.Same(c.other) != c.same || c.other.Same(a) != c.same {
			t.Errorf("%+v and %+v: got same %v, want %v", a, c.other, !c.same, c.same)
		}
		if got := strings.Join(results.DistinctMachines([]results.Machine{a, c.other, a, c.other}), "|"); got != c.names {
			t.Errorf("%+v and %+v: got the names %s, want %s", a, c.other, got, c.names)
		}
	}
	if got := results.DistinctMachines([]results.Machine{both, both}); both.Same(both) || !slices.Equal(got, []string{"a; b, x"}) {
		t.Errorf("got %q, want the one name whose times are compared with none", got)
	}
}

// A row is of the machine of the lines before it. A run that was continued on another machine is of
// two, as are two runs.
func TestMachinesAreThoseOfAllRows(t *testing.T) {
	x, y := &results.Machine{Host: "a", CPU: "x", OS: "linux", Arch: "amd64"}, &results.Machine{Host: "b"}
	both := results.Machine{Host: "a; b", CPU: "x"}
	for _, c := range []struct {
		machines []*results.Machine
		want     string
		lines    int
	}{
		{[]*results.Machine{nil, nil}, "", 0}, {[]*results.Machine{x, x, x}, "", 1}, {[]*results.Machine{nil, x}, "", 1},
		{[]*results.Machine{x, y, x}, "a, x|b", 3}, {[]*results.Machine{&both}, "a; b, x", 1},
	} {
		var rows []results.Row
		var runs []results.Run
		distinct := map[*results.Machine]bool{}
		for _, m := range c.machines {
			r := sample("1", "s", cover.Solved)
			r.Machine, distinct[m] = m, true
			rows, runs = append(rows, r), append(runs, results.Run{Rows: results.RowsOf([]results.Row{r})})
		}
		text := textOf(t, nil, rows...)
		if got := strings.Count(text, "host: "); got != c.lines {
			t.Errorf("%v: got %d lines with a host, want %d", c.machines, got, c.lines)
		}
		run := read(t, text, results.Filter{}, "-")
		for k, m := range c.machines {
			if got := run[0].Rows.At(k); got.On() != rows[k].On() || got.Machine == nil != (m == nil) {
				t.Errorf("row %d: got %v, want %v", k, got.On(), rows[k].On())
			}
		}
		if got := run[0].Rows.Machines(); len(got) != len(distinct) {
			t.Errorf("%v: got %v, want each machine once", c.machines, got)
		}
		if one, many := strings.Join(results.Machines(run), "|"), strings.Join(results.Machines(runs), "|"); one != c.want || many != c.want {
			t.Errorf("%v: got %q of a run and %q of a run for each, want %q", c.machines, one, many, c.want)
		}
	}
}
