package ab_test

import (
	"context"
	"math"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/results/compare/ab"
)

// compared measures two searches of a solver on a family. Each round takes the next of the
// given ratios as the new time of both; the old times are 1, 2, 3 and so on, four times as long on the second.
func compared(t *testing.T, p ab.Plan, ratios ...float64) ab.Result {
	t.Helper()
	for k, id := range []string{"f/a", "f/b"} {
		s := &ab.Search{Search: results.Search{InstanceID: id, Solver: "s"}, Family: "f", SameTree: true, SameCounter: true}
		for side := range s.Stats {
			work := int64(100*(side+1) + k)
			s.Stats[side] = cover.Stats{Status: cover.Solved, Solutions: 1, Nodes: work, Updates: 10 * work}
		}
		p.Searches = append(p.Searches, s)
	}
	rounds := 0
	round := func(_ context.Context, searches []*ab.Search) error {
		for _, s := range searches {
			old := float64(rounds + 1)
			if s.InstanceID == "f/b" {
				old *= 4
			}
			s.Add(map[string]float64{results.Seconds: old}, map[string]float64{results.Seconds: old * ratios[rounds%len(ratios)]})
		}
		rounds++
		return nil
	}
	r, err := p.Run(t.Context(), round, func(int, int, string) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The times of a search are the medians of its rounds, and those of a solver the geometric means
// over its searches. Counters are sums, each in its own place.
func TestFiguresOfASolverAreThoseOfItsSearches(t *testing.T) {
	r := compared(t, ab.Plan{Margin: 9, SearchMargin: 9, Time: time.Hour}, 1.1, 1.2, 1.3, 1.1, 1.2, 1.3)
	g := r.Groups[0]
	if g.Kind != ab.BySolver || g.Searches != 2 || g.Nodes != [2]int64{201, 401} || g.Updates != [2]int64{2010, 4010} {
		t.Errorf("got %+v, want the sums of two searches", g)
	}
	// Old times are 1 to 6 and 4 to 24; new times are 1.1, 2.4, 3.9, 4.4, 6 and 7.8, and four times as much.
	for what, c := range map[string][2]float64{"old": {g.Old, 2 * 3.5}, "new": {g.New, 2 * (3.9 + 4.4) / 2}} {
		if got, want := c[0], c[1]; math.Abs(got-want) > 1e-9 {
			t.Errorf("got %v as the %s time, want %v", got, what, want)
		}
	}
}

// The noise of a unit is the standard deviation of the logarithms of the ratios, with n-1.
func TestNoiseIsTheDeviationFromRoundToRound(t *testing.T) {
	up, down := math.Exp(0.05), math.Exp(-0.05)
	r := compared(t, ab.Plan{Margin: 9, SearchMargin: 9, Time: time.Hour}, up, down, up, down, up, down)
	if got, want := r.Noise[results.Seconds], 0.05*math.Sqrt(6./5); math.Abs(got-want) > 1e-9 {
		t.Errorf("got a noise of %v, want %v", got, want)
	}
}

// A difference on the margin is undecided after the most rounds, however much time is left.
func TestTimeEndsAComparisonOnlyIfItIsSpent(t *testing.T) {
	onTheMargin := []float64{math.Exp(0.030), math.Exp(-0.029), math.Exp(-0.010), math.Exp(0.011)}
	for limit, outOfTime := range map[time.Duration]bool{0: true, time.Hour: false} {
		r := compared(t, ab.Plan{Time: limit}, onTheMargin...)
		if !r.Undecided() || r.OutOfTime() != outOfTime || (r.Rounds == 0) != outOfTime {
			t.Errorf("limit %v: got undecided %v after %d rounds, out of time %v, want undecided, out of time %v",
				limit, r.Undecided(), r.Rounds, r.OutOfTime(), outOfTime)
		}
	}
}
