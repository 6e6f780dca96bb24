package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

// history returns a history of runs of two solvers on eight instances. The nth number of slow and of
// nodes is by how much the solver s is slower and how many nodes it has in the nth run.
func history(t *testing.T, slow, nodes []float64) []compare.Step {
	t.Helper()
	var runs []results.Run
	for k := range slow {
		var lines []string
		for inst := range 8 {
			for _, solver := range []string{"s", "other"} {
				factor := 1.0
				if solver == "s" {
					factor = slow[k]
				}
				line := fmt.Sprintf("%d %s:", inst, solver)
				for n := range 12 { // some noise, which differs from run to run
					line += fmt.Sprintf(" %g", float64(inst+1)*factor*(1+0.001*float64((7*n+3*k+inst)%11)))
				}
				lines = append(lines, line)
			}
		}
		run := results.Run{Label: fmt.Sprint("r", k), Rows: rows(lines...)}
		edited := &results.Rows{}
		for row := range run.Rows.All() {
			row.Nodes = 10
			if row.Solver == "s" && row.Name == "3" {
				row.Nodes = int64(nodes[k])
			}
			edited.Add(row)
		}
		run.Rows = edited
		runs = append(runs, run)
	}
	steps, err := compare.History(runs, results.Seconds)
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

// worst returns the worst finding of each step of a history that changed, and the step's base.
func worst(steps []compare.Step) string {
	var all []string
	for _, s := range steps {
		if len(s.Findings) > 0 {
			f := s.Findings[0]
			all = append(all, fmt.Sprintf("%s: %s %s against %s", s.Label, f.Verdict, strings.TrimSpace(f.Label()), steps[s.Base].Label))
		}
	}
	return strings.Join(all, "; ")
}

func TestAHistoryShowsWhereSomethingChanged(t *testing.T) {
	still := []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	same := []float64{10, 10, 10, 10, 10, 10, 10, 10, 10, 10}
	for _, c := range []struct {
		what        string
		slow, nodes []float64
		want        string
	}{
		{"nothing", still, same, ""},
		{"a slowdown", []float64{1, 1, 1, 1, 1, 1.2, 1.2, 1.2, 1.2, 1.2}, same, "r5: slower s against r0"},
		{"a slowdown, taken back", []float64{1, 1, 1.2, 1.2, 1, 1, 1, 1, 1, 1}, same,
			"r2: slower s against r0; r4: faster s against r2"},
		{"another tree", still, []float64{10, 10, 10, 11, 11, 11, 11, 11, 11, 11}, "r3: regression f/3 s against r0"},
		{"a better tree, and a slowdown", []float64{1, 1, 1, 1, 1, 1, 1, 1.5, 1.5, 1.5}, []float64{10, 10, 9, 9, 9, 9, 9, 9, 9, 9},
			"r2: improvement f/3 s against r0; r7: slower s against r2"},
		{"small slowdowns that add up", []float64{1, 1.03, 1.06, 1.09, 1.12, 1.12, 1.12, 1.12, 1.12, 1.12}, same,
			"r2: slower f/0 s against r0; r4: slower f/0 s against r2"},
	} {
		if got := worst(history(t, c.slow, c.nodes)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.what, got, c.want)
		}
	}
}

func TestAHistoryWithoutEnoughSamplesStillHasCounters(t *testing.T) {
	one := func(label string, nodes int64) results.Run {
		all := &results.Rows{}
		for row := range rows("1 s: 1", "2 s: 1").All() {
			row.Nodes = nodes
			all.Add(row)
		}
		return results.Run{Label: label, Rows: all}
	}
	steps, err := compare.History([]results.Run{one("a", 1), one("b", 1), one("c", 2)}, results.Seconds)
	if err != nil {
		t.Fatal(err)
	}
	if got := worst(steps); got != "c: regression f/1 s against a" || !strings.Contains(steps[1].NoTimes, "too few") {
		t.Errorf("got %q and %q, want the regression and that there are too few samples", got, steps[1].NoTimes)
	}
}

// A search that stays wrong, or that never finishes, does not change.
func TestAHistoryShowsAFaultOnce(t *testing.T) {
	var runs []results.Run
	for k, line := range []string{"1 s: 1", "1 s: 1", "1 s wrong: 1", "1 s wrong: 1", "1 s wrong: 1", "1 s timeout: 1", "1 s timeout: 1"} {
		runs = append(runs, results.Run{Label: fmt.Sprint("r", k), Rows: rows(line, "2 s timeout: 1", "3 s: 1")})
	}
	steps, err := compare.History(runs, results.Seconds)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := worst(steps), "r2: wrong f/1 s against r0; r5: missing f/1 s against r2"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
