package ab_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/compare"
	"xcbench/compare/ab"
	"xcbench/cover"
	"xcbench/results"
)

// machine simulates a machine that measures searches in rounds of a second. A time has noise of its
// own, noise that all searches of a solver share in a round, and now and then a disturbance.
type machine struct {
	dice   *rand.Rand
	noise  float64                  // the deviation of a time
	effect func(*ab.Search) float64 // the true ratio of the times
	margin float64                  // of solvers and families
}

func (m *machine) round(_ context.Context, searches []*ab.Search) error {
	shared := map[string]float64{}
	for _, s := range searches {
		if _, ok := shared[s.Solver]; !ok {
			shared[s.Solver] = 0.005 * m.dice.NormFloat64()
		}
		var times [2]map[string]float64
		for side := range times {
			x := m.noise * m.dice.NormFloat64()
			if m.dice.IntN(20) == 0 {
				x += 3 * m.noise * m.dice.ExpFloat64()
			}
			if side == 1 {
				x += shared[s.Solver] + math.Log(m.effect(s))
			}
			times[side] = map[string]float64{results.CPUSeconds: 1e-4 * math.Exp(x), results.Seconds: 1e-4 * math.Exp(2*x)}
			s.Stats[side] = cover.Stats{Status: cover.Solved, Solutions: 1, Nodes: 10, Updates: 20}
		}
		s.Add(times, [2]string{})
	}
	time.Sleep(time.Second)
	return nil
}

// compare compares as many solvers on as many instances, two of each family.
func (m *machine) compare(t *testing.T, solvers, instances int, limit time.Duration) ab.Result {
	t.Helper()
	p := ab.Plan{Margin: m.margin, SearchMargin: 0.05, Time: limit}
	for k := range instances {
		for n := range solvers {
			p.Searches = append(p.Searches, &ab.Search{
				Search: results.Search{InstanceID: fmt.Sprintf("f%d/i%d", k/2, k), Solver: fmt.Sprintf("s%d", n)},
				Family: fmt.Sprintf("f%d", k/2), SameTree: true, SameCounter: true,
			})
		}
	}
	r, err := run(t, p, m.round)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// run carries out a plan on a clock of its own.
func run(t *testing.T, p ab.Plan, round ab.Round) (r ab.Result, err error) {
	synctest.Test(t, func(t *testing.T) { r, err = p.Run(t.Context(), round, func(int, int, string) {}) })
	return r, err
}

func newMachine(seed uint64, noise float64, effect func(*ab.Search) float64) *machine {
	return &machine{dice: rand.New(rand.NewPCG(seed, 0)), noise: noise, effect: effect, margin: 0.02}
}

func none(*ab.Search) float64 { return 1 }

// verdicts returns the groups that are not within the margin.
func verdicts(r ab.Result) []string {
	var all []string
	for _, f := range r.Findings {
		if f.Verdict != compare.Same {
			all = append(all, fmt.Sprint(strings.TrimSpace(f.Label()), " ", f.Verdict))
		}
	}
	return all
}

// comparisons returns how many of all comparisons a test makes: a third, unless XCBENCH_LONG is
// set.
func comparisons(all int) int {
	if os.Getenv("XCBENCH_LONG") != "" {
		return all
	}
	return all / 3
}

// At the level of 0.5%, 150 comparisons have 0.75 alarms on average, and more than 4 in one of a
// thousand sets. A third of them has 0.25 on average, and more than 2 in one of 500 sets. An alarm
// is likeliest where the true difference is the margin itself: 200 comparisons then have one on
// average, and more than 5 in one of a thousand sets.
func TestTwoSidesThatAreTheSameRaiseNoAlarm(t *testing.T) {
	for _, c := range []struct {
		all, solvers, instances int
		machine                 func(seed uint64) *machine
		suspects                int // in each comparison, or the test shows nothing
	}{
		{150, 9, 39, func(seed uint64) *machine { return newMachine(seed, 0.03+0.04*float64(seed%3), none) }, 1},
		{200, 2, 10, func(seed uint64) *machine {
			m := newMachine(seed, 0.01, func(*ab.Search) float64 { return 1.05 })
			m.margin = 1
			return m
		}, 5},
	} {
		alarms, suspects, n := 0, 0, comparisons(c.all)
		for seed := range uint64(n) {
			r := c.machine(seed).compare(t, c.solvers, c.instances, time.Hour)
			if r.Verdict() == compare.Slower || c.suspects == 1 && len(verdicts(r)) > 0 {
				alarms++
				t.Logf("seed %d: %q", seed, verdicts(r))
			}
			suspects += r.Suspects
		}
		if most := 1 + n/50; alarms > most || suspects < c.suspects*n {
			t.Errorf("%d of %d comparisons raised an alarm, with %d suspects; expected %d at most, with %d or more",
				alarms, n, suspects, most, c.suspects*n)
		}
	}
}

// A solver that takes 5% longer is found among eight others. A search that differs is found alone:
// its solver and its family are not blamed. The interval of a family that takes less time has the
// true ratio.
func TestPlantedDifferencesAreFound(t *testing.T) {
	for _, c := range []struct {
		seeds  uint64
		noise  float64
		effect func(*ab.Search) bool
		ratio  float64
		want   string
		alone  bool // or with searches that have the planted name
	}{
		{20, 0.05, func(s *ab.Search) bool { return s.Solver == "s3" }, 1.05, "s3 slower", false},
		{20, 0.05, func(s *ab.Search) bool { return s.Label() == "f4/i9 s7" }, 1.2, "f4/i9 s7 slower", true},
		{20, 0.05, func(s *ab.Search) bool { return s.Label() == "f4/i9 s7" }, 4, "f4/i9 s7 slower", true},
		{1, 0.02, func(s *ab.Search) bool { return s.Family == "f2" }, 0.9, "f2/* faster", false},
	} {
		for seed := range c.seeds {
			r := newMachine(seed+1, c.noise, func(s *ab.Search) float64 {
				if c.effect(s) {
					return c.ratio
				}
				return 1
			}).compare(t, 9, 39, time.Hour)
			found, name := verdicts(r), strings.TrimRight(strings.Fields(c.want)[0], "*")
			if !slices.Contains(found, c.want) || c.alone && len(found) > 1 ||
				slices.ContainsFunc(found, func(s string) bool { return !strings.Contains(s, name) }) {
				t.Errorf("seed %d: %q, expected only %s", seed, found, c.want)
			}
			if r.Verdict() != map[bool]compare.GateVerdict{true: compare.Slower, false: compare.Faster}[c.ratio > 1] || r.Searches != 9*39 ||
				slices.ContainsFunc(r.Findings, func(f compare.Finding) bool { return f.Verdict == compare.Undecided }) {
				t.Errorf("seed %d: %v of %d searches", seed, r.Verdict(), r.Searches)
			}
			for _, f := range r.Findings {
				if i := f.Changes[0].Interval; f.InstanceID == name+"*" && (i.Low > c.ratio || i.High < c.ratio || i.Low < 0.97*c.ratio || i.High > 1.03*c.ratio) {
					t.Errorf("ratio %v, expected %v", i, c.ratio)
				}
			}
		}
	}
}
