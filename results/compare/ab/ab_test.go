package ab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/results"
)

// machine simulates a machine that measures searches. A time has noise of its own, noise that all
// searches of a solver share in a round, and now and then a disturbance.
type machine struct {
	dice     *rand.Rand
	noise    float64                       // the deviation of a time
	effect   func(*Search) float64         // the true ratio of the times
	tamper   func(map[string]float64, int) // changes the times of a side
	measured int                           // searches in all rounds
	now      time.Time
	perRound time.Duration
	margin   float64 // of solvers and families
}

func (m *machine) round(_ context.Context, searches []*Search) error {
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
			times[side] = map[string]float64{
				results.CPUSeconds: 1e-4 * math.Exp(x),
				results.Seconds:    1e-4 * math.Exp(2*x),
			}
			if m.tamper != nil {
				m.tamper(times[side], side)
			}
			s.Stats[side] = cover.Stats{Status: cover.Solved, Solutions: 1, Nodes: 10, Updates: 20}
		}
		if s.Settle([2]string{}) {
			s.Add(times[0], times[1])
		}
	}
	m.now = m.now.Add(m.perRound)
	return nil
}

// compare compares as many solvers on as many instances, two of each family.
func (m *machine) compare(t *testing.T, solvers, instances int, limit time.Duration) Result {
	t.Helper()
	p := Plan{Margin: m.margin, SearchMargin: 0.05, Time: limit}
	for k := range instances {
		for n := range solvers {
			p.Searches = append(p.Searches, &Search{
				Search: results.Search{InstanceID: fmt.Sprintf("f%d/i%d", k/2, k), Solver: fmt.Sprintf("s%d", n)},
				Family: fmt.Sprintf("f%d", k/2), SameTree: true, SameCounter: true,
			})
		}
	}
	r, err := p.run(t.Context(), m.round, func(int, int, string) {}, func() time.Time { return m.now })
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func newMachine(seed uint64, noise float64, effect func(*Search) float64) *machine {
	return &machine{dice: rand.New(rand.NewPCG(seed, 0)), noise: noise, effect: effect, perRound: time.Second, margin: 0.02}
}

func none(*Search) float64 { return 1 }

// verdicts returns the groups that are not within the margin.
func verdicts(r Result) []string {
	var all []string
	for _, g := range r.Groups {
		if g.Verdict != Within {
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
// thousand sets. A third of them has 0.25 on average, and more than 2 in one of 500 sets.
func TestTwoSidesThatAreTheSameRaiseNoAlarm(t *testing.T) {
	alarms, suspects := 0, 0
	n := comparisons(150)
	for seed := range uint64(n) {
		r := newMachine(seed, 0.03+0.04*float64(seed%3), none).compare(t, 9, 39, time.Hour)
		if found := verdicts(r); len(found) > 0 {
			alarms++
			t.Logf("seed %d: %q", seed, found)
		}
		suspects += r.Suspects
	}
	if most := 1 + n/50; alarms > most {
		t.Errorf("%d of %d comparisons raised an alarm, expected 1 or none", alarms, n)
	}
	if suspects < n {
		t.Errorf("%d suspects in %d comparisons: the test shows nothing", suspects, n)
	}
}

// A false alarm is likeliest where the true difference is the margin itself. 200 comparisons then have
// one alarm at most on average, and more than 5 in one of a thousand sets. A third of them has more
// than 2 in one of 200 sets.
func TestDifferencesOnTheMarginRaiseNoAlarm(t *testing.T) {
	alarms, suspects := 0, 0
	n := comparisons(200)
	for seed := range uint64(n) {
		m := newMachine(seed, 0.01, func(*Search) float64 { return 1.05 })
		m.margin = 1
		r := m.compare(t, 2, 10, time.Hour)
		if r.Worse() {
			alarms++
		}
		suspects += r.Suspects
	}
	if most := 1 + n/50; alarms > most || suspects < 5*n {
		t.Errorf("%d of %d comparisons raised an alarm, with %d suspects; expected %d at most, with %d or more",
			alarms, n, suspects, most, 5*n)
	}
}

func TestAllLooksTogetherSpendTheChanceOfAFalseAlarm(t *testing.T) {
	sum := 0.0
	for look, rounds := 1, firstLook; rounds <= lastLook; look, rounds = look+1, 2*rounds {
		sum += allowance(look)
	}
	if sum > falseAlarm || sum < 0.9*falseAlarm {
		t.Errorf("%v for all looks, expected a little less than %v", sum, falseAlarm)
	}
}

func TestASolverThatTakesFivePercentLongerIsFound(t *testing.T) {
	for seed := range uint64(20) {
		r := newMachine(seed, 0.05, func(s *Search) float64 {
			if s.Solver == "s3" {
				return 1.05
			}
			return 1
		}).compare(t, 9, 39, time.Hour)
		if found := verdicts(r); !slices.Contains(found, "solver s3 slower") || others(found, "s3") {
			t.Errorf("seed %d: %q, expected only solver s3", seed, found)
		}
		if !r.Worse() || r.Undecided() {
			t.Errorf("seed %d: worse %v, undecided %v", seed, r.Worse(), r.Undecided())
		}
	}
}

func others(found []string, name string) bool {
	return slices.ContainsFunc(found, func(s string) bool { return !strings.Contains(s, name) })
}

// The solver and the family of the search are not blamed: the search alone explains them.
func TestASearchThatTakesLongerIsFoundAlone(t *testing.T) {
	for seed := range uint64(20) {
		for _, percent := range []float64{20, 300} {
			r := newMachine(seed, 0.05, func(s *Search) float64 {
				if s.Label() == "f4/i9 s7" {
					return 1 + percent/100
				}
				return 1
			}).compare(t, 9, 39, time.Hour)
			if found := verdicts(r); len(found) != 1 || found[0] != "search f4/i9 s7 slower" {
				t.Errorf("seed %d, %v%%: %q, expected only f4/i9 s7", seed, percent, found)
			}
		}
	}
}

func TestAFamilyThatTakesLessTimeIsFound(t *testing.T) {
	r := newMachine(1, 0.02, func(s *Search) float64 {
		if s.Family == "f2" {
			return 0.9
		}
		return 1
	}).compare(t, 9, 39, time.Hour)
	if found := verdicts(r); !slices.Contains(found, "family f2 faster") || others(found, "f2") {
		t.Errorf("%q, expected family f2", found)
	}
	if r.Worse() {
		t.Error("less time is worse")
	}
	for _, g := range r.Groups {
		if g.Name == "f2" && !(g.Ratio.Low < 0.9 && 0.9 < g.Ratio.High && g.Ratio.Low > 0.88 && g.Ratio.High < 0.92) {
			t.Errorf("ratio %v, expected 0.9", g.Ratio)
		}
	}
}

// Twenty suspects lie far beyond the margin. Only suspects are measured again.
func TestOnlySuspectsAreMeasuredAgain(t *testing.T) {
	m := newMachine(1, 0.001, func(s *Search) float64 {
		if s.Family == "f2" {
			return 1.5
		}
		return 1
	})
	r := m.compare(t, 9, 39, time.Hour)
	if r.Rounds != firstLook || m.measured != screenRounds*9*39+firstLook*2*9 {
		t.Errorf("%d rounds, %d searches measured, expected %d rounds on 18 searches", r.Rounds, m.measured, firstLook)
	}
}

// The values of screening made a group a suspect, so they must not convict it.
func TestScreeningDoesNotConvict(t *testing.T) {
	first := true
	m := newMachine(1, 0.001, func(*Search) float64 {
		if first {
			return 1.5
		}
		return 1
	})
	rounds := 0
	round := func(ctx context.Context, all []*Search) error {
		if rounds++; rounds > screenRounds {
			first = false
		}
		return m.round(ctx, all)
	}
	p := Plan{Margin: 0.02, SearchMargin: 0.05, Time: time.Hour, Searches: []*Search{{SameTree: true}}}
	r, err := p.run(t.Context(), round, func(int, int, string) {}, func() time.Time { return m.now })
	if found := verdicts(r); err != nil || len(found) > 0 || r.Suspects != 1 {
		t.Errorf("%q, %d suspects, %v, expected a suspect that is cleared", found, r.Suspects, err)
	}
}

func TestTimeEndsAComparison(t *testing.T) {
	slower := func(s *Search) float64 { return 1.06 }
	for _, test := range []struct {
		limit            time.Duration
		screened, rounds int
	}{
		{0, 1, 0}, {3 * time.Second, 3, 0}, {8 * time.Second, 6, 2}, {time.Hour, 6, firstLook},
	} {
		r := newMachine(1, 0.01, slower).compare(t, 2, 6, test.limit)
		if r.Screened != test.screened || r.Rounds != test.rounds {
			t.Errorf("limit %v: %d rounds and %d, expected %d and %d", test.limit, r.Screened, r.Rounds, test.screened,
				test.rounds)
		}
		if decided := test.rounds >= firstLook; r.Undecided() == decided || r.Worse() != decided {
			t.Errorf("limit %v: undecided %v, worse %v", test.limit, r.Undecided(), r.Worse())
		}
	}
}

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
	p := Plan{Unit: results.Instructions, Searches: []*Search{{SameTree: true}}}
	_, err := p.Run(t.Context(), newMachine(1, 0.02, none).round, func(int, int, string) {})
	if err == nil || !strings.Contains(err.Error(), "instructions/op is not measured on this machine") {
		t.Errorf("error %v", err)
	}
}
