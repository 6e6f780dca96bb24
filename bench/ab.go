package bench

import (
	"context"
	"math/rand/v2"
	"time"

	"xcbench/corpus"
	"xcbench/results"
	"xcbench/solvers"
)

// AB compares the times of two sides on one machine. A side is a build of this program, or a solver.
//
// The comparison works in rounds. A round starts two new worker processes, because the memory layout
// of a process shifts its times, and takes samples of both sides in turns. The least sample of each
// side counts: interruptions only ever lengthen a sample (J. Chen and J. Revels, "Robust benchmarking
// in noisy environments", 2016, arXiv:1608.04295). The value of a round is the logarithm of the ratio
// of both sides.
//
// Screening measures every search. A solver, a family or a single search whose ratio exceeds the
// margin becomes a suspect. Confirmation then measures the suspects alone, until a signed-rank test
// decides or the time is spent. It uses only the values of its own rounds. The choice of the suspects
// therefore does not bias the test, and Holm's correction counts the suspects only (D. R. Cox, "A
// note on data-splitting for the evaluation of significance levels", Biometrika 62 (1975), 441-444).
// The confirmation looks at its values several times; each look spends half of the remaining error.
type AB struct {
	Sides     [2]Side // old and new
	Instances []corpus.Instance
	Variants  []solvers.Variant // compared between two programs; ignored if the sides are solvers

	Bounds  Bounds
	MinTime time.Duration // a sample repeats the search until its runs have taken this long
	Samples int           // of a search and side in a round

	Margin       float64       // the ratio of a solver or family that is tolerated, less 1
	SearchMargin float64       // the same of a single search
	Unit         string        // of the times compared; "" for the steadiest
	Time         time.Duration // ends the measurement, decided or not
	Seed         uint64        // of the order
}

// Side is one of the two things compared.
type Side struct {
	Name    string
	Command []string         // starts a worker process, see [Work]
	Solver  *solvers.Variant // nil if the side is a program
}

// The plan of a comparison.
const (
	screenRounds = 6   // a signed-rank interval of 95% needs this many
	firstLook    = 16  // rounds of confirmation; each further look comes after twice as many
	lastLook     = 128 // a suspect that is undecided by then lies on the margin

	// abError bounds the chance that any alarm of a comparison is false.
	abError = 0.005
)

// ABUnits are the units that a comparison can use, in the order of preference. All of them measure
// the search.
var ABUnits = []string{results.Instructions, results.CPUSeconds, results.Seconds}

// ABResult is the outcome of a comparison.
type ABResult struct {
	Unit     string             // of the times
	Noise    map[string]float64 // by unit: the median over searches of the deviation from round to round
	Searches int                // compared
	Groups   []ABGroup          // solvers, then families, then searches
	LeftOut  []ABLeftOut
	Screened int // rounds on all searches
	Rounds   int // rounds of confirmation
	Suspects int // solvers, families and searches that were confirmed or cleared
	Spent    time.Duration
}

// ABLeftOut is a search that has no times to compare.
type ABLeftOut struct {
	results.Search
	Why    string
	Failed bool // the new side has no time, but the old side has
}

// Run measures and decides. Progress is called before each round.
func (a AB) Run(ctx context.Context, progress Progress) (ABResult, error) {
	return newContest(a, a.openWorkers).run(ctx, progress)
}

// contest carries out a comparison.
type contest struct {
	AB
	pairings []*pairing
	open     func() (sampler, func(), error) // begins a round; the function ends it
	now      func() time.Time
	dice     *rand.Rand
	phase    int
	groups   []*group
	result   ABResult

	began     time.Time
	lastRound time.Duration
}

func newContest(a AB, open func() (sampler, func(), error)) *contest {
	return &contest{AB: a, pairings: a.pairUp(), open: open, now: time.Now, dice: rand.New(rand.NewPCG(a.Seed, 0))}
}

func (c *contest) run(ctx context.Context, progress Progress) (ABResult, error) {
	c.began = c.now()
	for c.result.Screened < screenRounds && c.timeLeft() {
		progress(c.result.Screened, screenRounds, "measuring every search")
		if err := c.round(ctx, c.pairings); err != nil {
			return c.result, err
		}
		c.result.Screened++
	}
	if err := c.chooseUnit(); err != nil {
		return c.result, err
	}
	c.makeGroups()
	c.phase = confirmation
	if err := c.confirm(ctx, progress); err != nil {
		return c.result, err
	}
	c.conclude()
	return c.result, nil
}

// confirm measures the suspects until all are decided, or the time is spent.
func (c *contest) confirm(ctx context.Context, progress Progress) error {
	allowed, next := abError, firstLook
	look := func() {
		allowed /= 2
		c.look(allowed)
		next *= 2
	}
	suspects := c.suspects()
	for len(suspects) > 0 && c.result.Rounds < lastLook && c.timeLeft() {
		progress(c.result.Rounds, next, "measuring what looks different again")
		if err := c.round(ctx, suspects); err != nil {
			return err
		}
		if c.result.Rounds++; c.result.Rounds == next {
			look()
			suspects = c.suspects()
		}
	}
	if len(suspects) > 0 && c.result.Rounds > 0 && c.result.Rounds < lastLook {
		look() // the last, as the time is spent
	}
	return nil
}

// timeLeft reports whether there is time for one more round. There always is for the first.
func (c *contest) timeLeft() bool {
	spent := c.now().Sub(c.began)
	return c.lastRound == 0 || spent+c.lastRound <= c.Time
}
