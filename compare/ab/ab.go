package ab

import (
	"cmp"
	"context"
	"fmt"
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

const (
	screenRounds = 6   // a signed-rank interval of 95% needs as many
	firstLook    = 16  // rounds of confirmation; each further look comes after twice as many
	lastLook     = 128 // a suspect that is undecided by then lies on the margin

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

// A Round measures searches once. It calls [Search.Settle] for each of them, and [Search.Add] if that
// returns true.
type Round func(context.Context, []*Search) error

// Progress is called before a round with the number of rounds done, the number planned so far, and
// what the round is for.
type Progress func(done, all int, what string)

// Run carries out the plan.
func (p Plan) Run(ctx context.Context, round Round, progress Progress) (Result, error) {
	c := comparison{Plan: p, began: time.Now()}
	measure := func(searches []*Search) error {
		began := time.Now()
		defer func() { c.last = time.Since(began) }()
		return round(ctx, withTimes(searches))
	}
	for c.result.Screened < screenRounds && c.hasTime() {
		progress(c.result.Screened, screenRounds, "measuring every search")
		if err := measure(p.Searches); err != nil {
			return c.result, err
		}
		c.result.Screened++
	}
	err := c.chooseUnit()
	if err == nil {
		c.makeGroups()
		err = c.confirm(measure, progress)
	}
	c.conclude()
	if len(c.result.Failed) > 0 && len(c.result.LeftOut) == len(p.Searches) {
		err = nil // there are no times, but there is a verdict
	}
	return c.result, err
}

// comparison is the state of a comparison.
type comparison struct {
	Plan
	began  time.Time
	last   time.Duration // what the last round took
	groups []*group
	result Result
}

// hasTime reports whether a round like the last one would end in time. The first round always
// would.
func (c *comparison) hasTime() bool { return c.last == 0 || time.Since(c.began)+c.last <= c.Time }

// confirm measures the suspects until all are decided, or the time is spent.
func (c *comparison) confirm(measure func([]*Search) error, progress Progress) error {
	looks, next := 0, firstLook
	suspects := c.suspects()
	for len(suspects) > 0 && c.result.Rounds < lastLook && c.hasTime() {
		progress(c.result.Rounds, next, "measuring again what looks different")
		if err := measure(suspects); err != nil {
			return err
		}
		c.result.Rounds++
		if c.result.Rounds == next || !c.hasTime() {
			looks++
			c.look(allowance(looks))
			next *= 2
			suspects = c.suspects()
		}
	}
	return nil
}

// suspects returns the searches of all open groups.
func (c *comparison) suspects() []*Search {
	open := map[*Search]bool{}
	for _, g := range c.groups {
		for _, s := range g.all {
			open[s] = open[s] || g.open()
		}
	}
	return slices.DeleteFunc(c.compared(), func(s *Search) bool { return !open[s] })
}

// allowance returns the chance of a false alarm that a look may have, from the first look on. Each
// look may use half of the chance that is left, so all looks together stay below falseAlarm.
func allowance(look int) float64 { return falseAlarm / math.Exp2(float64(look)) }

// chooseUnit chooses the steadiest unit that all searches have, unless the plan names one. The
// choice depends on the deviation from round to round, and not on the difference between the sides.
func (c *comparison) chooseUnit() error {
	compared := c.compared()
	if len(compared) == 0 {
		return fmt.Errorf("no search has times on both sides; the first: %s: %s", c.Searches[0].Label(), c.Searches[0].Why)
	}
	noise := map[string]float64{}
	var known []string
	for _, unit := range Units {
		var deviations []float64
		for _, s := range compared {
			if _, logs := s.values(false, unit); len(logs) == c.result.Screened {
				deviations = append(deviations, sample.StdDev(logs))
			}
		}
		if len(deviations) == len(compared) {
			known, noise[unit] = append(known, unit), stats.Median(deviations)
		}
	}
	c.result.Noise, c.result.Unit = noise, c.Unit
	if c.Unit == "" {
		c.result.Unit = slices.MinFunc(known, func(a, b string) int { return cmp.Compare(noise[a], noise[b]) })
	}
	if !slices.Contains(known, c.result.Unit) {
		return fmt.Errorf("%s is not measured on this machine, expected one of %s", c.Unit, strings.Join(slices.Sorted(slices.Values(known)), ", "))
	}
	return nil
}

// conclude fills in the result.
func (c *comparison) conclude() {
	for _, g := range c.groups {
		g.conclude(c.result.Unit)
		c.result.Findings = append(c.result.Findings, g.Finding)
	}
	for _, s := range c.Searches {
		if s.leftOut() {
			c.result.LeftOut = append(c.result.LeftOut, s)
		}
		if s.failed() {
			c.result.Failed = append(c.result.Failed, s)
		}
	}
	c.result.Spent = time.Since(c.began)
}
