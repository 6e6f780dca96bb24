package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

// showRanking returns the standings, the best first, and then the virtual best solver and the
// instances. It leaves out numbers of 0.
func showRanking(r compare.Ranking) string {
	text := ""
	for _, s := range append(r.Standings, r.VBS) {
		text += s.Solver + ":"
		for _, x := range []struct {
			name string
			n    int
		}{{"solved", s.Solved}, {"best", s.Best}, {"unsupported", s.Unsupported}} {
			if x.n > 0 {
				text += fmt.Sprint(" ", x.n, " ", x.name)
			}
		}
		text += fmt.Sprintf(" PAR %.5g ratio %.5g marginal %.5g\n", s.PAR, s.Ratio, s.Marginal)
	}
	text += fmt.Sprint(r.Instances, " instances")
	for _, x := range []struct {
		name string
		n    int
	}{{"dropped", r.Out[compare.NotCommon]}, {"nobody's", r.Out[compare.SolvedByNone]}, {"absent", r.Out[compare.NotTried]},
		{"doubted", r.Out[compare.Doubted]}, {"split", r.Out[compare.OtherMachine]}} {
		if x.n > 0 {
			text += fmt.Sprint(", ", x.n, " ", x.name)
		}
	}
	return text
}

// The total is a ratio of its own, and only the best time counts as the best.
func TestARankingHasTheRatioOfTotalTimesAndCountsNoNearTie(t *testing.T) {
	all := &results.Rows{}
	for solver, times := range map[string][2]float64{"a": {1, 1}, "b": {1.005, 7}} {
		all.Add(results.Row{Family: "f", Name: "1", Solver: solver, Status: "solved", Runs: 1, Search: times[0], Setup: times[1]})
	}
	got := compare.Rank(compare.GroupBy(all), results.Seconds, compare.PAR2, 10).Standings
	if !near(got[1].Total, 8.005/2) || got[0].Best != 1 || got[1].Best != 0 {
		t.Errorf("got %+v, want b 4.0025 times as long in total, and best on nothing", got)
	}
}

// Each reason that a note tells has sentences of its own, for one and for many.
func TestEachReasonIsToldInItsSentence(t *testing.T) {
	for reason, words := range map[compare.Reason]string{
		compare.NotFinished: "finished", compare.NotCommon: "not all solvers solved", compare.SolvedByNone: "no solver solved",
		compare.NotTried: "killed from outside", compare.Doubted: "wrong answer", compare.OtherMachine: "several machines",
	} {
		for n, begin := range []string{"", "1 ", "2 "} {
			if got := compare.Tell(map[compare.Reason]int{reason: n}); n > 0 && (len(got) != 1 ||
				!strings.HasPrefix(got[0], begin) || !strings.Contains(got[0], words)) || n == 0 && got != nil {
				t.Errorf("%s, %d: got %q, want %q", reason, n, got, words)
			}
		}
	}
}
