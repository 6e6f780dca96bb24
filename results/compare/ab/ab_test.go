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

	"xcbench/cover"
	"xcbench/results"
	"xcbench/results/compare/ab"
)

// machine simulates a machine that measures searches in rounds of a second. A time has noise of its own, noise that all
// searches of a solver share in a round, and now and then a disturbance.
type machine struct {
	dice     *rand.Rand
	noise    float64                       // the deviation of a time
	effect   func(*ab.Search) float64      // the true ratio of the times
	tamper   func(map[string]float64, int) // changes the times of a side
	measured int                           // searches in all rounds
	margin   float64                       // of solvers and families
}

func (m *machine) round(_ context.Context, searches []*ab.Search) error {
	shared := map[string]float64{}
	for _, s := range searches {
		if _, ok := shared[s.Solver]; !ok {
			shared[s.Solver] = 0.005 * m.dice.NormFloat64()
		}
		m.measured++
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
			if m.tamper != nil {
				m.tamper(times[side], side)
			}
			s.Stats[side] = cover.Stats{Status: cover.Solved, Solutions: 1, Nodes: 10, Updates: 20}
		}
		if s.Settle([2]string{}) {
			s.Add(times[0], times[1])
		}
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
	for _, g := range r.Groups {
		if g.Verdict != ab.Within {
			all = append(all, fmt.Sprintf("%s %s %s", g.Kind, g.Name, g.Verdict))
		}
	}
	return all
}

// comparisons returns how many of all comparisons a test makes: a third, unless XCBENCH_LONG is set.
func comparisons(all int) int {
	if os.Getenv("XCBENCH_LONG") != "" {
		return all
	}
	return all / 3
}

// At the level of 0.5%, 150 comparisons have 0.75 alarms on average, and more than 4 in one of a
// thousand sets. A third of them has 0.25 on average, and more than 2 in one of 500 sets. An alarm is likeliest where the true
// difference is the margin itself: 200 comparisons then have one on average, and more than 5 in one of a thousand sets.
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
			if r.Worse() || c.suspects == 1 && len(verdicts(r)) > 0 {
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

// A solver that takes 5% longer is found among eight others. A search that differs is found alone: its solver and its family are
// not blamed. The interval of a family that takes less time has the true ratio.
func TestPlantedDifferencesAreFound(t *testing.T) {
	for _, c := range []struct {
		seeds  uint64
		noise  float64
		effect func(*ab.Search) bool
		ratio  float64
		want   string
		alone  bool // or with searches that have the planted name
	}{
		{20, 0.05, func(s *ab.Search) bool { return s.Solver == "s3" }, 1.05, "solver s3 slower", false},
		{20, 0.05, func(s *ab.Search) bool { return s.Label() == "f4/i9 s7" }, 1.2, "search f4/i9 s7 slower", true},
		{20, 0.05, func(s *ab.Search) bool { return s.Label() == "f4/i9 s7" }, 4, "search f4/i9 s7 slower", true},
		{1, 0.02, func(s *ab.Search) bool { return s.Family == "f2" }, 0.9, "family f2 faster", false},
	} {
		for seed := range c.seeds {
			r := newMachine(seed+1, c.noise, func(s *ab.Search) float64 {
				if c.effect(s) {
					return c.ratio
				}
				return 1
			}).compare(t, 9, 39, time.Hour)
			found, name := verdicts(r), strings.Fields(c.want)[1]
			if !slices.Contains(found, c.want) || c.alone && len(found) > 1 ||
				slices.ContainsFunc(found, func(s string) bool { return !strings.Contains(s, name) }) {
				t.Errorf("seed %d: %q, expected only %s", seed, found, c.want)
			}
			if r.Worse() != (c.ratio > 1) || r.Undecided() || !r.Differs() || r.Searches != 9*39 {
				t.Errorf("seed %d: worse %v, undecided %v, differs %v of %d searches", seed, r.Worse(), r.Undecided(), r.Differs(), r.Searches)
			}
			for _, g := range r.Groups {
				if g.Name == name && (g.Ratio.Low > c.ratio || g.Ratio.High < c.ratio || g.Ratio.Low < 0.97*c.ratio || g.Ratio.High > 1.03*c.ratio) && c.seeds == 1 {
					t.Errorf("ratio %v, expected %v", g.Ratio, c.ratio)
				}
			}
		}
	}
}

// Screening takes 6 rounds, and the first look at the suspects is after 16 more. Twenty suspects lie far beyond the margin. The
// values of screening made a group a suspect, so they must not convict it.
func TestOnlySuspectsAreMeasuredAgain(t *testing.T) {
	m := newMachine(1, 0.001, func(s *ab.Search) float64 {
		if s.Family == "f2" {
			return 1.5
		}
		return 1
	})
	if r := m.compare(t, 9, 39, time.Hour); r.Screened != 6 || r.Rounds != 16 || m.measured != 6*9*39+16*2*9 || r.Spent != 22*time.Second {
		t.Errorf("%d rounds and %d in %v, %d searches measured, expected 16 rounds on 18 searches", r.Screened, r.Rounds, r.Spent, m.measured)
	}
	m = newMachine(1, 0.001, nil)
	m.effect = func(*ab.Search) float64 {
		if m.measured <= 6 {
			return 1.5
		}
		return 1
	}
	if r := m.compare(t, 1, 1, time.Hour); len(verdicts(r)) > 0 || r.Suspects != 1 {
		t.Errorf("%q, %d suspects, expected a suspect that is cleared", verdicts(r), r.Suspects)
	}
}

func TestTimeEndsAComparison(t *testing.T) {
	slower := func(*ab.Search) float64 { return 1.06 }
	for _, test := range []struct {
		limit            time.Duration
		screened, rounds int
	}{{0, 1, 0}, {3 * time.Second, 3, 0}, {8 * time.Second, 6, 2}, {time.Hour, 6, 16}} {
		r := newMachine(1, 0.01, slower).compare(t, 2, 6, test.limit)
		if r.Screened != test.screened || r.Rounds != test.rounds {
			t.Errorf("limit %v: %d rounds and %d, expected %d and %d", test.limit, r.Screened, r.Rounds, test.screened, test.rounds)
		}
		if decided := test.limit == time.Hour; r.Undecided() == decided || r.OutOfTime() == decided || r.Worse() != decided {
			t.Errorf("limit %v: undecided %v, out of time %v, worse %v", test.limit, r.Undecided(), r.OutOfTime(), r.Worse())
		}
	}
}

// A unit that any search lacks in any round is not compared.
func TestTheSteadiestUnitIsChosen(t *testing.T) {
	r := newMachine(1, 0.02, none).compare(t, 2, 6, time.Hour)
	if r.Unit != results.CPUSeconds || r.Noise[results.Seconds] < 1.5*r.Noise[results.CPUSeconds] {
		t.Errorf("%s is chosen, noise %v", r.Unit, r.Noise)
	}
	m := newMachine(1, 0.02, none)
	m.tamper = func(times map[string]float64, side int) {
		times[results.Instructions] = 5000
		if m.measured%7 == 0 {
			delete(times, results.CPUSeconds)
		}
	}
	if r := m.compare(t, 2, 6, time.Hour); r.Unit != results.Instructions || r.Noise[results.CPUSeconds] != 0 {
		t.Errorf("%s is chosen, noise %v", r.Unit, r.Noise)
	}
	for unit, want := range map[string]string{results.Seconds: "", results.Instructions: "instructions/op is not measured on this machine, expected one of cpu-sec/op, sec/op"} {
		r, err := run(t, ab.Plan{Unit: unit, Searches: []*ab.Search{{SameTree: true}}, Time: time.Hour}, newMachine(1, 0.02, none).round)
		if r.Unit != unit || (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%s is chosen of %s, %v, expected %q", r.Unit, unit, err, want)
		}
	}
}

// ratios measures searches of a solver on a family. Each round takes the next of the given ratios as the new
// time of all; the old times are 1, 2, 3 and so on, and four times as long on each further search.
func ratios(t *testing.T, p ab.Plan, searches int, ratios ...float64) ab.Result {
	t.Helper()
	for k := range searches {
		s := &ab.Search{Search: results.Search{InstanceID: fmt.Sprint("f/", k), Solver: "s"}, Family: "f", SameTree: true, SameCounter: true}
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
// over its searches. Counters are sums, each in its own place. The figures of a suspect are from confirmation, and the interval is
// one of ratios. The noise of a unit is the standard deviation of the logarithms of the ratios, with n-1.
func TestFiguresOfASolverAreThoseOfItsSearches(t *testing.T) {
	wide := ab.Plan{Margin: 9, SearchMargin: 9, Time: time.Hour}
	g := ratios(t, wide, 2, 1.1, 1.2, 1.3, 1.1, 1.2, 1.3).Groups[0]
	if g.Kind != ab.BySolver || g.Searches != 2 || g.Nodes != [2]int64{201, 401} || g.Updates != [2]int64{2010, 4010} || !g.SameCounter {
		t.Errorf("got %+v, want the sums of two searches", g)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	// Old times are 1 to 6 and 4 to 24; new times are 1.1, 2.4, 3.9, 4.4, 6 and 7.8, and four times as much.
	near("old", g.Old, 2*3.5)
	near("new", g.New, 2*(3.9+4.4)/2)
	near("low", g.Ratio.Low, 1.1) // six values have an interval from the least to the greatest
	near("high", g.Ratio.High, 1.3)
	later := ratios(t, ab.Plan{Time: time.Hour}, 1, slices.Concat(slices.Repeat([]float64{1.5}, 6), slices.Repeat([]float64{2}, 16))...).Groups[0]
	near("the ratio of a suspect", later.Ratio.Value, 2)
	near("the time of a suspect", later.Old, 14.5) // rounds 7 to 22
	up, down := math.Exp(0.05), math.Exp(-0.05)
	near("noise", ratios(t, wide, 2, up, down, up, down, up, down).Noise[results.Seconds], 0.05*math.Sqrt(6./5))
}

// All looks together have a chance of 0.5% of a false alarm, and each has half of what is left. The signed-rank test has p-values of
// 250, 70 and 19 of 65536 if the ranks of the negative ones of 16 values have the sum 18, 12 and 7. Holm's correction
// multiplies them by the three suspects that two searches of a solver are.
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
			t.Errorf("%d searches, negative ranks %d: %q after %d rounds, expected slower after %d", c.searches, c.negative, verdicts(r), r.Rounds, c.rounds)
		}
	}
	// A difference on the margin is undecided after the most rounds, however much time is left.
	r := ratios(t, ab.Plan{Time: time.Hour}, 2, math.Exp(0.030), math.Exp(-0.029), math.Exp(-0.010), math.Exp(0.011))
	if !r.Undecided() || r.OutOfTime() || r.Rounds != 128 {
		t.Errorf("undecided %v after %d rounds, out of time %v, expected undecided after 128 rounds", r.Undecided(), r.Rounds, r.OutOfTime())
	}
}

// A worker that was killed from outside is no failure of its side. Without any times there may be a verdict.
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
		{"solved 2 10 30", "solved 1 10 30", false, "", true}, // another answer
		{"limit 2 10 30", "limit 2 10 30", false, "", false}, {"limit 2 10 30", "limit 2 10 30", true, "", false},
		{"limit 2 10 30", "limit 2 10 31", true, rules + "with different updates", false},
		{"limit 2 10 0", "limit 2 10 0", true, rules + "without updates that could show the same work", false},
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
		s := &ab.Search{Search: results.Search{InstanceID: "a/1", Solver: "s"}, SameTree: !test.other, Stats: [2]cover.Stats{stats(test.old), stats(test.now)}}
		r, err := run(t, ab.Plan{Searches: []*ab.Search{s}}, func(_ context.Context, all []*ab.Search) error {
			if len(all) > 0 && s.Settle([2]string{"too large", "too large"}) {
				s.Add(map[string]float64{results.Seconds: 1}, map[string]float64{results.Seconds: 1})
			}
			return nil
		})
		if s.Why != test.why || (len(r.LeftOut) > 0) != (test.why != "") || (len(r.Failed) > 0) != test.failed || r.Worse() != test.failed {
			t.Errorf("%s, then %s: %q, left out %v, failed %v, expected %q", test.old, test.now, s.Why, r.LeftOut, r.Failed, test.why)
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
