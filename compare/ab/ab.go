package ab

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	sample "github.com/aclements/go-moremath/stats"

	"xcbench/compare"
	"xcbench/internal/stats"
	"xcbench/results"
)

// Plan says what is compared, and when a difference counts.
type Plan struct {
	Searches     []*Search
	Margin       float64       // the change of a solver or family that is tolerated: 0.02 is 2%
	SearchMargin float64       // the same of a single search
	Unit         string        // of the times compared; "" for the steadiest
	Time         time.Duration // ends the measurement, decided or not
}

// Units are the units that can be compared, in the order of preference. They measure a search
// without its setup.
var Units = []string{results.Instructions, results.CPUSeconds, results.Seconds}

// rounds are the rounds of screening, and those of confirmation until each look.
var rounds = [...]int{
	6, // a signed-rank interval of 95% needs as many
	16, 32, 64,
	128, // a suspect that is undecided by then lies on the margin
}

const (
	falseAlarm = 0.005 // the chance of any false alarm in a comparison
	confidence = 0.95  // of the intervals shown
)

// Result is the outcome of a comparison.
type Result struct {
	Unit     string             // of the times
	Noise    map[string]float64 // by unit: the median over searches of the deviation from round to round
	Searches int                // compared
	Findings []compare.Finding  // on solvers, then families, then searches; the same within the margin
	LeftOut  []*Search          // without times to compare
	Failed   []*Search          // without an answer on the new side only, or with another answer
	Screened int                // rounds on all searches
	Rounds   int                // rounds on suspects
	Suspects int                // groups
	Spent    time.Duration
}

// Verdict returns the worst verdict: slower if a search failed, undecided, faster or the same.
func (r Result) Verdict() compare.GateVerdict {
	worst := compare.Same
	for _, f := range r.Findings {
		worst = min(worst, f.Verdict)
	}
	if len(r.Failed) > 0 {
		worst = compare.Slower
	}
	return worst
}

// A Round measures searches once. It sets their statistics, and calls [Search.Add] for each of them.
type Round func(context.Context, []*Search) error

// Run carries out the plan. Before a round it calls progress with the number of rounds done, the number planned so
// far, and what the round is for. After the first round, none begins that would not end in time if it took as long as
// the last one.
func (p Plan) Run(ctx context.Context, round Round, progress func(done, all int, what string)) (Result, error) {
	c, began, late := comparison{plan: p}, time.Now(), false
	var unusable error
	for look, all := range rounds {
		done, what, searches := &c.Rounds, "measuring again what looks different", c.open()
		if look == 0 {
			done, what, searches = &c.Screened, "measuring every search", p.Searches
		}
		for ; len(searches) > 0 && *done < all && !late; *done++ {
			progress(*done, all, what)
			start := time.Now()
			if err := round(ctx, withTimes(searches)); err != nil {
				return c.Result, err
			}
			late = time.Since(began)+time.Since(start) > p.Time
		}
		switch {
		case look == 0:
			unusable = c.makeGroups()
		case c.Rounds > 0:
			c.look(falseAlarm / math.Exp2(float64(look))) // half of the chance that is left, so all looks stay below it
		}
	}
	c.conclude()
	c.Spent = time.Since(began)
	if len(c.Failed) > 0 && len(c.LeftOut) == len(p.Searches) {
		unusable = nil // there are no times, but there is a verdict
	}
	return c.Result, unusable
}

// comparison is the state of a comparison.
type comparison struct {
	Result
	plan     Plan
	groups   []*group
	suspects []*group // those that are measured again
}

// conclude fills in what was found.
func (c *comparison) conclude() {
	for _, g := range c.groups {
		g.conclude(c.Unit)
		c.Findings = append(c.Findings, g.Finding)
	}
	for _, s := range c.plan.Searches {
		if s.Why != "" {
			c.LeftOut = append(c.LeftOut, s)
		}
		if s.failed {
			c.Failed = append(c.Failed, s)
		}
	}
}

// chooseUnit chooses the steadiest unit that all searches have, unless the plan names one. The
// choice depends on the deviation from round to round, and not on the difference between the sides.
func (c *comparison) chooseUnit(compared []*Search) error {
	if len(compared) == 0 {
		return fmt.Errorf("no search has times on both sides; the first: %s: %s", c.plan.Searches[0].Label(), c.plan.Searches[0].Why)
	}
	noise, steadiest := map[string]float64{}, ""
	for _, unit := range Units {
		var deviations []float64
		for _, s := range compared {
			if logs := s.logs[unit]; len(logs) == c.Screened {
				deviations = append(deviations, sample.StdDev(logs))
			}
		}
		if len(deviations) < len(compared) {
			continue
		}
		if noise[unit] = stats.Median(deviations); steadiest == "" || noise[unit] < noise[steadiest] {
			steadiest = unit
		}
	}
	c.Noise, c.Unit = noise, cmp.Or(c.plan.Unit, steadiest)
	if _, measured := noise[c.Unit]; !measured {
		return fmt.Errorf("%s is not measured on this machine, expected one of %s", c.plan.Unit,
			strings.Join(slices.Sorted(maps.Keys(noise)), ", "))
	}
	return nil
}
