package bench

import (
	"fmt"
	"testing"

	"xcbench/results"
)

// A summary has every solver if they fit. Otherwise its last line counts the rest, which is never
// one solver alone.
func TestASummaryHasALineForEachSolverIfTheyFit(t *testing.T) {
	for _, n := range []int{1, maxLines - 1, maxLines, maxLines + 1, maxLines + 2} {
		var all Faults
		for k := range n {
			all = append(all, Fault{"queens/6", fmt.Sprint("s", k), results.Wrong, fmt.Sprint("fault of ", k)})
		}
		lines := all.Summary(1)
		if len(lines) != min(n, maxLines) {
			t.Errorf("%d solvers: got %d lines, want at most %d", n, len(lines), maxLines)
		}
		want := fmt.Sprintf("s%d: wrong on 1 of 1 instance; the first: queens/6: fault of %d", n-1, n-1)
		if n > maxLines {
			want = fmt.Sprintf("%d more solvers with faults", n-maxLines+1)
		}
		if got := lines[len(lines)-1]; got != want {
			t.Errorf("%d solvers: got the last line %q, want %q", n, got, want)
		}
	}
}

// Solvers share a line if they have the same faults on the same instances.
func TestOnlySolversWithTheSameFaultsShareALine(t *testing.T) {
	first := Fault{"queens/6", "a", results.Wrong, "no solution"}
	for what, c := range map[string]struct {
		second Fault
		lines  int
	}{
		"the same":         {Fault{"queens/6", "b", results.Wrong, "no solution"}, 1},
		"another instance": {Fault{"queens/8", "b", results.Wrong, "no solution"}, 2},
		"another status":   {Fault{"queens/6", "b", results.Disagree, "no solution"}, 2},
		"another fault":    {Fault{"queens/6", "b", results.Wrong, "two solutions"}, 2},
	} {
		if got := (Faults{first, c.second}).Summary(2); len(got) != c.lines {
			t.Errorf("%s: got %q, want %d lines", what, got, c.lines)
		}
	}
}
