package bench_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/results"
)

func TestMemoryIsParsedUpToTheLargestNumber(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "7": -1, "1kb": 1 << 10, "3MB": 3 << 20, "4gB": 4 << 30, "9223372036854775807": -1,
		"8589934591GB": math.MaxInt64 >> 30 << 30, "": -1, "-7KB": -1, "KB": -1, "1TB": -1, "1 KB": -1, "8589934592GB": -1,
	} {
		got, err := bench.ParseBytes(text)
		if err != nil {
			got = -1
			if want := fmt.Sprintf(`memory %q, expected a number with a unit, such as "512MB" or "2GB"`, text); err.Error() != want {
				t.Errorf("%q: got error %v, want %s", text, err, want)
			}
		}
		if got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

// A container has a host name of its own, so the name may be given.
func TestTheNameOfAMachineMayBeGiven(t *testing.T) {
	system, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	for given, want := range map[string]string{"": system, " ": system, " lab7 ": "lab7"} {
		t.Setenv("XCBENCH_HOST", given)
		if got := bench.Host(); got != want {
			t.Errorf("XCBENCH_HOST=%q: got %q, want %q", given, got, want)
		}
	}
}

// A summary has a line for each solver, or for several with the same faults on the same instances.
// The worst ones come first. If they are too many, the last line counts the rest, which is never
// one solver alone.
func TestASummaryOfFaultsIsShort(t *testing.T) {
	const wrong, disagree, crash = results.Wrong, results.Disagree, results.Crash
	a := bench.Fault{InstanceID: "a/1", Solver: "x", Status: wrong, What: "no solution"}
	fault := func(id, solver string) bench.Fault {
		return bench.Fault{InstanceID: id, Solver: solver, Status: wrong, What: "no solution"}
	}
	status, what := fault("a/1", "y"), fault("a/1", "y")
	status.Status, what.What = disagree, "two solutions"
	const one, two = "x: wrong on 1 of 2 instances; the first: a/1: no solution",
		"y: wrong on 1 of 2 instances; the first: a/"
	for _, c := range []struct {
		faults bench.Faults
		text   string
		want   []string
	}{
		{bench.Faults{a, fault("a/1", "y")}, "2 wrong answers",
			[]string{"x, y: wrong on 1 of 2 instances; the first: a/1: no solution"}},
		{bench.Faults{a, fault("a/2", "y")}, "2 wrong answers", []string{one, two + "2: no solution"}},
		{bench.Faults{status, a}, "1 wrong answer, 1 disagreement",
			[]string{one, "y: in disagreement on 1 of 2 instances; the first: a/1: no solution"}},
		{bench.Faults{a, what}, "2 wrong answers", []string{one, two + "1: two solutions"}},
		{bench.Faults{{"a/1", "y", crash, "panic"}, {"a/2", "y", crash, "panic"}, {"a/2", "z", crash, "panic"}, {"a/1", "z",
			wrong, "1 is not 2"},
			{"a/1", "x", crash, "panic"}, {"a/1", "w", results.Memout, "large"}}, "1 wrong answer, 4 crashes, 1 memout", []string{
			"z: wrong on 1, crashed on 1 of 2 instances; the first: a/1: 1 is not 2",
			"y: crashed on 2 of 2 instances; the first: a/1: panic", "x: crashed on 1 of 2 instances; the first: a/1: panic",
			"w: out of memory on 1 of 2 instances; the first: a/1: large"}},
	} {
		if got := c.faults.Summary(2); !slices.Equal(got, c.want) || c.faults.String() != c.text {
			t.Errorf("got %q, %s, want %q, %s", got, c.faults, c.want, c.text)
		}
	}
	const most = 18 // with an error message they fit on a small screen
	for n, want := range map[int]string{most: "s17: wrong on 1 of 1 instance; the first: a/1: no solution", most + 1: "2 more solvers with faults"} {
		var all bench.Faults
		for k := range n {
			all = append(all, fault("a/1", fmt.Sprint("s", k)))
			all[k].What += strings.Repeat(" ", k)
		}
		if lines := all.Summary(1); len(lines) != most || strings.TrimRight(lines[most-1], " ") != want {
			t.Errorf("%d solvers: got %d lines, the last %q, want %d and %q", n, len(lines), lines[len(lines)-1], most, want)
		}
	}
}

// A search that has all solutions that it was asked for is solved. Any other limit remains one.
func TestALimitOfSolutionsIsAnAnswer(t *testing.T) {
	for _, c := range []struct {
		status       cover.Status
		limit, found int64
		want         cover.Status
	}{
		{cover.Limit, 3, 3, cover.Solved}, {cover.Limit, 3, 2, cover.Limit}, {cover.Limit, 0, 3, cover.Limit},
		{cover.Limit, 0, 0, cover.Limit}, {cover.Timeout, 3, 3, cover.Timeout}, {cover.Solved, 3, 1, cover.Solved},
	} {
		b := bench.Bounds{Limits: cover.Limits{Solutions: c.limit}}
		if got := b.Answered(c.status, c.found); got != c.want {
			t.Errorf("%s with %d of %d solutions: got %s, want %s", c.status, c.found, c.limit, got, c.want)
		}
	}
}
