package compare_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

// on returns lines after the head of a host, which may not be recorded.
func on(host, cpu, lines string) string {
	if host != "" {
		host = "host: " + host + "\n"
	}
	return "goos: linux\ncpu: " + cpu + "\n" + host + lines
}

// Times of two machines are not compared, and counters are. A run without a host may be of any.
// Each time that is compared with nothing has a warning, and counts for no geometric mean.
func TestTimesAreComparedWithinAMachineOnly(t *testing.T) {
	base, other := bench("A", "sec/op", 1)+bench("A", "nodes/op", 5), bench("A", "sec/op", 2)+bench("A", "nodes/op", 6)
	timeout := "status: timeout\nBenchmarkSolve/family=f/inst=1/solver=s-1 1 60 sec/op 0 setup-sec/op 7 nodes/op 0 solutions/op\n"
	solved := strings.NewReplacer("timeout", "solved", "60", "3").Replace(timeout)
	with := func(change func(*compare.Options)) compare.Options {
		opts := compare.Defaults()
		change(&opts)
		return opts
	}
	defaults := compare.Defaults()
	for _, c := range []struct {
		name     string
		opts     compare.Options
		texts    []string
		want     string // each table with its processor
		machines []string
		warned   int
	}{
		{"the same", defaults, []string{on("a", "x", base), on("a", "x", other)},
			"x sec/op 0,1; A: 1 2~|x nodes/op 0,1; A: 5 6*", nil, 0},
		{"another host", defaults, []string{on("a", "x", base), on("b", "x", other)},
			"x sec/op 0,1; A: 1 2!|x nodes/op 0,1; A: 5 6*", []string{"a, x", "b, x"}, 1},
		{"no host", defaults, []string{on("", "x", base), on("b", "x", other)},
			"x sec/op 0,1; A: 1 2~|x nodes/op 0,1; A: 5 6*", nil, 0},
		{"another processor", defaults, []string{on("a", "x", base), on("a", "y", other)},
			"x sec/op 0; A: 1| nodes/op 0,1; A: 5 6*|y sec/op 1; A: 2", []string{"a, x", "a, y"}, 0},
		{"several together", defaults, []string{on("a; b", "x", base), on("a; b", "x", other)},
			"x sec/op 0,1; A: 1! 2!|x nodes/op 0,1; A: 5 6*", []string{"a; b, x"}, 2},
		{"ignored", with(func(o *compare.Options) { o.Ignore = "host" }), []string{on("a", "x", base), on("b", "x", other)},
			"x sec/op 0,1; A: 1 2~|x nodes/op 0,1; A: 5 6*", nil, 0},
		{"columns", with(func(o *compare.Options) { o.Col = "host" }), []string{on("a", "x", base), on("b", "x", other)},
			"x sec/op a,b; A: 1 2~|x nodes/op a,b; A: 5 6*", nil, 0},
		// The samples of a cell on several hosts are compared with nothing, not even with the same
		// mixture.
		{"mixed", defaults, slices.Repeat([]string{on("a", "x", base) + on("b", "x", base)}, 2),
			"x sec/op 0,1; A: 1! 1!|x nodes/op 0,1; A: 5 5~", []string{"a, x", "b, x"}, 2},
		// A file of two machines has a table of times for each, and one of counters.
		{"one after the other", defaults, slices.Repeat([]string{on("a", "x", base) + on("a", "y", other)}, 2),
			"x sec/op 0,1; A: 1 1~| nodes/op 0,1; A: 5 5~|y sec/op 0,1; A: 2 2~", []string{"a, x", "a, y"}, 0},
		{"stopped on the other", with(func(o *compare.Options) { o.Filter, o.Col = ".unit:(sec/op OR nodes/op)", ".file" }),
			[]string{on("a", "x", solved) + on("a", "y", timeout)},
			"x sec/op 0; f/1 s: 3| nodes/op 0; f/1 s: timeout|y sec/op 0; f/1 s: timeout",
			[]string{"a, x", "a, y"}, 0},
		// Whoever asks for tables by processor gets counters by processor too.
		{"tables by processor", with(func(o *compare.Options) { o.Table, o.Filter = "cpu", ".unit:nodes/op" }),
			[]string{on("a", "x", base), on("a", "y", other)},
			"x nodes/op 0; A: 5|y nodes/op 1; A: 6", []string{"a, x", "a, y"}, 0},
		// Counters are the same on every machine, but not in every package.
		{"packages", with(func(o *compare.Options) { o.Filter = ".unit:nodes/op" }),
			[]string{"pkg: p\n" + on("a", "x", base) + "pkg: q\n" +
				on("a", "x", other) + on("b", "y", bench("B", "nodes/op", 7))}, "x nodes/op 0; A: 5| nodes/op 0; A: 6; B: 7",
			[]string{"a, x", "b, y"}, 0},
	} {
		c.texts[0] = exact + c.texts[0]
		d := collect(t, c.opts, c.texts...)
		var got []string
		warned := 0
		for table := range d.Tables() {
			cpu := ""
			for _, key := range table.Config {
				if key[0] == "cpu" {
					cpu = key[1]
				}
			}
			got = append(got, cpu+" "+show(table))
			if strings.Contains(show(table), "!") && table.Common > 0 {
				t.Errorf("%s: got a geometric mean over machines", c.name)
			}
			for _, w := range table.Warnings {
				if strings.HasPrefix(w.Text, "measured on another machine") {
					warned += w.Cells
				}
			}
		}
		same(t, c.name, strings.Join(got, "|"), c.want)
		if !slices.Equal(d.Machines, c.machines) || warned != c.warned {
			t.Errorf("%s: got machines %q and %d warnings, want %q and %d", c.name, d.Machines, warned, c.machines, c.warned)
		}
	}
	// Rows in memory are of machines too.
	for host, want := range map[string]string{"@a": "sec/op x,y; f/1: 1.5 2.5~", "@b": "sec/op x,y; f/1: 1.5 2.5!",
		"": "sec/op x,y; f/1: 1.5 2.5!"} {
		table := compare.Compare(rows("1 x @a: 1 2", fmt.Sprintf("1 y %s: 2 3", host)), results.Seconds, []string{"x", "y"}, nil)
		same(t, "host "+host, show(table), want)
	}
}

func TestACollectionNamesTheVersionsOfEngines(t *testing.T) {
	text := "solver-mine: rule=a counter=a algorithm=a; knuth engine; version 7\n" + bench("Solve/solver=mine", "sec/op", 1)
	if got := collect(t, compare.Defaults(), text).Versions; !slices.Equal(got, []string{"mine: 7"}) {
		t.Errorf("got %q, want version 7 of mine", got)
	}
}
