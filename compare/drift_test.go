package compare_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

// loaded is a machine under a load that changes slowly: the logarithm of its speed returns to 0 by a
// tenth in each round, and in between it is pushed. Each sample has noise of its own, and some are hit.
type loaded struct {
	dice        *rand.Rand
	push, noise float64
	speed       float64
}

// run returns the rows of a run of 11 instances and 2 solvers, whose times have a factor.
func (m *loaded) run(samples int, factor float64) string {
	var text strings.Builder
	for range samples {
		m.wait(1)
		for k := range 22 {
			x := float64(k+1) * 1e-4 * factor * math.Exp(m.speed+m.noise*m.dice.NormFloat64())
			if m.noise > 0.05 && m.dice.IntN(20) == 0 {
				x *= 2
			}
			fmt.Fprintf(&text, "BenchmarkSolve/family=f%d/inst=%d/solver=s%d-1 1 %v sec/op 1e-6 setup-sec/op 5 nodes/op 2 updates/op 1 solutions/op\n",
				k/2%3, k/2, k%2, x)
		}
	}
	m.wait(3) // between two runs
	return text.String()
}

func (m *loaded) wait(rounds int) {
	for range rounds {
		m.speed = 0.9*m.speed + m.push*m.dice.NormFloat64()
	}
}

// claims reports whether a table of two runs says that they differ: over all rows, or in one.
func claims(t *testing.T, opts compare.Options, texts ...string) (all, row bool, v compare.Verdict) {
	t.Helper()
	opts.Filter = ".unit:sec/op"
	for table := range collect(t, opts, texts...).Tables() {
		v = table.Verdicts[1]
		row = slices.ContainsFunc(table.Rows, func(r compare.Row) bool { return r.Cells[1].Differs })
	}
	return v.Decided() && v.Shown(), row, v
}

// Runs of one program, one after the other, differ by the load of the machine.
func TestRunsOfOneProgramUnderLoadAreRarelyCalledDifferent(t *testing.T) {
	m := &loaded{dice: rand.New(rand.NewPCG(32, 2)), push: 0.04, noise: 0.15}
	var runs []string
	for range 16 {
		runs = append(runs, m.run(12, 1))
	}
	said, marked := 0, 0
	for k := range 15 {
		all, row, v := claims(t, compare.Defaults(), runs[k], runs[k+1])
		if all {
			said++
		}
		if row {
			marked++
		}
		if v.Drift < 1.05 {
			t.Errorf("pair %d: got %+v, want an allowance of 5%% or more for single runs", k, v)
		}
	}
	if said > 1 || marked > 1 {
		t.Errorf("of 15 pairs, %d are called different, and %d have marked rows; want 1 at most", said, marked)
	}
}

// On a quiet machine a difference well beyond the allowance is shown. Several runs of each side, in
// turns, show a smaller one: they show the drift themselves.
func TestDifferencesBeyondTheDriftAreShown(t *testing.T) {
	m := &loaded{dice: rand.New(rand.NewPCG(32, 3)), push: 0.001, noise: 0.01}
	if all, row, v := claims(t, compare.Defaults(), m.run(12, 1), m.run(12, 1.15)); !all || !row {
		t.Errorf("15%% slower: got %+v", v)
	}
	if all, row, v := claims(t, compare.Defaults(), m.run(12, 1), m.run(12, 1.04)); all || row {
		t.Errorf("4%% slower, in single runs: got %+v", v)
	}
	paths := files(t, m.run(4, 1), m.run(4, 1.04), m.run(4, 1), m.run(4, 1.04), m.run(4, 1), m.run(4, 1.04))
	var args []string
	for k, in := range paths {
		args = append(args, []string{"old=", "new="}[k%2]+in.Path())
	}
	inputs, err := results.Inputs(args)
	if err != nil {
		t.Fatal(err)
	}
	opts := compare.Defaults()
	opts.Filter = ".unit:sec/op"
	d, err := compare.Collect(opts, inputs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for table := range d.Tables() {
		if v := table.Verdicts[1]; !v.Decided() || !v.Shown() || v.Drift > 1.03 {
			t.Errorf("three runs of each side: got %+v, want 4%% shown", v)
		}
	}
}

// Solvers of one run are measured in turns, and so are their columns over several runs.
func TestSolversMeasuredInTurnsHaveNoDrift(t *testing.T) {
	m := &loaded{dice: rand.New(rand.NewPCG(32, 4)), push: 0.04, noise: 0.01}
	run, other := m.run(12, 1), m.run(12, 1)
	opts := compare.Defaults()
	opts.Row, opts.Col = "/family,/inst", "/solver"
	for _, texts := range [][]string{{run}, {run, other}} {
		if _, _, v := claims(t, opts, texts...); v.Drift != 0 {
			t.Errorf("%d runs: got %+v, want no allowance", len(texts), v)
		}
	}
}
