package ab_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"xcbench/compare/ab"
	"xcbench/cover"
	"xcbench/results"
)

// ratios measures searches of a solver on a family. Each round takes the next of the given ratios
// as the new time of all; the old times are 1, 2, 3 and so on, and four times as long on each
// further search.
func ratios(t *testing.T, p ab.Plan, searches int, ratios ...float64) ab.Result {
	t.Helper()
	for k := range searches {
		s := &ab.Search{Search: results.Search{InstanceID: fmt.Sprint("f/", k), Solver: "s"}, Family: "f", SameTree: true,
			SameCounter: true}
		for side := range s.Stats {
			work := int64(100*(side+1) + k)
			s.Stats[side] = cover.Stats{Status: cover.Solved, Solutions: 1, Nodes: work, Updates: 10 * work}
		}
		p.Searches = append(p.Searches, s)
	}
	rounds := 0
	r, err := run(t, p, func(_ context.Context, searches []*ab.Search) error {
		for k, s := range searches {
			old := float64(rounds+1) * math.Pow(4, float64(k))
			s.Add(map[string]float64{results.Seconds: old}, map[string]float64{results.Seconds: old * ratios[rounds%len(ratios)]})
		}
		rounds++
		time.Sleep(time.Second)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The times of a search are the medians of its rounds, and those of a solver the geometric means
// over its searches. Counters are sums, each in its own place. The figures of a suspect are from
// confirmation, and the interval is one of ratios. The noise of a unit is the standard deviation of
// the logarithms of the ratios, with n-1.
func TestFiguresOfASolverAreThoseOfItsSearches(t *testing.T) {
	wide := ab.Plan{Margin: 9, SearchMargin: 9, Time: time.Hour}
	g := ratios(t, wide, 2, 1.1, 1.2, 1.3, 1.1, 1.2, 1.3).Groups[0]
	if g.Kind != ab.BySolver || g.Searches != 2 || g.Nodes != [2]int64{201, 401} || g.Updates != [2]int64{2010, 4010} ||
		!g.SameCounter {
		t.Errorf("got %+v, want the sums of two searches", g)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	// Old times are 1 to 6 and 4 to 24; new times are 1.1, 2.4, 3.9, 4.4, 6 and 7.8, and four times
	// as much.
	near("old", g.Old, 2*3.5)
	near("new", g.New, 2*(3.9+4.4)/2)
	near("low", g.Ratio.Low, 1.1) // six values have an interval from the least to the greatest
	near("high", g.Ratio.High, 1.3)
	wide.Searches = []*ab.Search{{Search: results.Search{InstanceID: "f/x", Solver: "s"}, Family: "f"}}
	if g := ratios(t, wide, 1, 1.1).Groups[0]; g.SameCounter || g.Searches != 2 {
		t.Errorf("got %+v, want two searches, and updates that one of them does not have in common", g)
	}
	wide.Searches = nil
	for ratio, want := range map[float64]ab.Verdict{1.9: ab.Within, 2.1: ab.Slower, 0.52: ab.Within, 0.48: ab.Faster} {
		if g := ratios(t, ab.Plan{Margin: 1, SearchMargin: 1, Time: time.Hour}, 1, ratio).Groups[0]; g.Verdict != want {
			t.Errorf("%v times as long with a margin of 1: %s, expected %s", ratio, g.Verdict, want)
		}
	}
	later := ratios(t, ab.Plan{Time: time.Hour}, 1, slices.Concat(slices.Repeat([]float64{1.5}, 6),
		slices.Repeat([]float64{2}, 16))...).Groups[0]
	near("the ratio of a suspect", later.Ratio.Value, 2)
	near("the time of a suspect", later.Old, 14.5) // rounds 7 to 22
	up, down := math.Exp(0.05), math.Exp(-0.05)
	near("noise", ratios(t, wide, 2, up, down, up, down, up, down).Noise[results.Seconds], 0.05*math.Sqrt(6./5))
	rounds, deviations := 0, []float64{0.01, 0.05, 0.02}
	wide.Searches = []*ab.Search{{Family: "a"}, {Family: "b"}, {Family: "c"}}
	r, err := run(t, wide, func(_ context.Context, searches []*ab.Search) error {
		rounds++
		for k, s := range searches {
			ratio := math.Exp(deviations[k] * float64(rounds%2*2-1))
			s.Add(map[string]float64{results.Seconds: 1}, map[string]float64{results.Seconds: ratio})
		}
		return nil
	})
	near("noise of three searches", r.Noise[results.Seconds], 0.02*math.Sqrt(6./5))
	if err != nil {
		t.Error(err)
	}
}

// All looks together have a chance of 0.5% of a false alarm, and each has half of what is left. The
// signed-rank test has p-values of 250, 70 and 19 of 65536 if the ranks of the negative ones of 16
// values have the sum 18, 12 and 7. Holm's correction multiplies them by the three suspects that
// two searches of a solver are.
func TestLooksShareTheChanceOfAFalseAlarm(t *testing.T) {
	for _, c := range []struct {
		negative         []int // ranks
		searches, rounds int
	}{{[]int{2, 16}, 1, 32}, {[]int{12}, 1, 16}, {[]int{12}, 2, 32}, {[]int{7}, 2, 16}} {
		var all []float64
		for _, rank := range []int{3, 4, 5, 6, 8, 9, 1, 2, 7, 10, 11, 12, 13, 14, 15, 16} {
			x := float64(rank) / 1000
			if slices.Contains(c.negative, rank) {
				x = -x
			}
			all = append(all, math.Exp(x))
		}
		if r := ratios(t, ab.Plan{Time: time.Hour}, c.searches, all...); r.Rounds != c.rounds || !r.Worse() {
			t.Errorf("%d searches, negative ranks %d: %q after %d rounds, expected slower after %d", c.searches, c.negative,
				verdicts(r), r.Rounds, c.rounds)
		}
	}
	// A difference on the margin is undecided after the most rounds, however much time is left.
	r := ratios(t, ab.Plan{Time: time.Hour}, 2, math.Exp(0.030), math.Exp(-0.029), math.Exp(-0.010), math.Exp(0.011))
	if !r.Undecided() || r.OutOfTime() || r.Rounds != 128 {
		t.Errorf("undecided %v after %d rounds, out of time %v, expected undecided after 128 rounds", r.Undecided(), r.Rounds,
			r.OutOfTime())
	}
}

// A worker that was killed from outside is no failure of its side. Without any times there may be a
// verdict.
func TestOnlySidesThatDidTheSameWorkAreCompared(t *testing.T) {
	const rules = "stopped at a limit under different choice rules, "
	stats := func(text string) (s cover.Stats) {
		if _, err := fmt.Sscan(text, &s.Status, &s.Solutions, &s.Nodes, &s.Updates); err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, test := range []struct {
		old, now string
		other    bool // the choice rules differ
		why      string
		failed   bool
	}{
		{"solved 2 10 30", "solved 2 10 30", false, "", false}, {"solved 2 10 30", "solved 2 7 30", true, "", false},
		{"solved 2 10 30", "solved 1 10 30", false, "", true}, {"solved 1 10 30", "solved 2 10 30", false, "", true}, // another answer
		{"limit 2 10 30", "limit 2 10 30", false, "", false}, {"limit 2 10 30", "limit 2 10 30", true, "", false},
		{"limit 2 10 30", "limit 2 10 31", true, rules + "with different updates", false},
		{"limit 2 10 0", "limit 2 10 0", true, rules + "without updates that could show the same work", false},
		{"limit 2 10 -1", "limit 2 10 -1", true, rules + "without updates that could show the same work", false},
		{"limit 2 10 30", "limit 2 10 31", false, "", false},
		{"limit 2 10 30", "limit 2 11 30", true, "stopped at a limit after different work", false},
		{"limit 2 10 30", "limit 1 10 30", false, "stopped at a limit after different work", false},
		{"solved 2 10 30", "limit 2 10 30", false, "solved on the old side, limit on the new side", false},
		{"unsupported 0 0 0", "unsupported 0 0 0", false, "unsupported on the old side: too large", false},
		{"crash 0 0 0", "solved 2 10 30", false, "crash on the old side: too large", false},
		{"solved 2 10 30", "crash 0 0 0", false, "crash on the new side: too large", true},
		{"solved 2 10 30", "killed 0 0 0", false, "killed on the new side: too large", false},
		{"limit 2 10 30", "timeout 0 0 0", false, "timeout on the new side: too large", true},
	} {
		s := &ab.Search{Search: results.Search{InstanceID: "a/1", Solver: "s"}, SameTree: !test.other,
			Stats: [2]cover.Stats{stats(test.old), stats(test.now)}}
		r, err := run(t, ab.Plan{Searches: []*ab.Search{s}}, func(_ context.Context, all []*ab.Search) error {
			if len(all) > 0 && s.Settle([2]string{"too large", "too large"}) {
				s.Add(map[string]float64{results.Seconds: 1}, map[string]float64{results.Seconds: 1})
			}
			return nil
		})
		if s.Why != test.why || (len(r.LeftOut) > 0) != (test.why != "") || (len(r.Failed) > 0) != test.failed ||
			r.Worse() != test.failed {
			t.Errorf("%s, then %s: %q, left out %v, failed %v, expected %q", test.old, test.now, s.Why, r.LeftOut, r.Failed,
				test.why)
		}
		want := ""
		if test.why != "" && !test.failed {
			want = "no search has times on both sides; the first: a/1 s: " + test.why
		}
		if got := fmt.Sprint(err); err != nil && got != want || (err != nil) != (want != "") {
			t.Errorf("%s, then %s: got %v, expected %q", test.old, test.now, err, want)
		}
	}
}
