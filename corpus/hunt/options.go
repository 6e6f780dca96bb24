package hunt

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"xcbench/cover"
	"xcbench/format/sudoku"
	"xcbench/solvers"
)

// Options say what is hunted. The result depends on all of them, and on the number of steps.
type Options struct {
	Solver  solvers.Variant  // the solver that puzzles are to be hard for
	Favour  *solvers.Variant // the solver to compare it with; nil for none
	Measure Measure          // what is counted
	Copies  int              // symmetric copies of a puzzle that are scored
	Seed    uint64
	Count   int // puzzles to keep
	Climbs  int // climbs side by side; each keeps an equal part of the puzzles
}

// String returns the options as flags of the command line.
func (o Options) String() string {
	whom := "--solver " + o.Solver.Name
	if o.Favour != nil {
		whom = fmt.Sprintf("--against %s --favour %s", o.Solver.Name, o.Favour.Name)
	}
	return fmt.Sprintf("%s --measure %s --copies %d --seed %d --count %d --climbs %d",
		whom, o.Measure, o.Copies, o.Seed, o.Count, o.Climbs)
}

// Usual returns the options of a hunt about which nothing is said.
func Usual() Options {
	v, _ := solvers.Find("dlx_index")
	return Options{Solver: v, Measure: Updates, Copies: 8, Seed: 1, Count: 200, Climbs: 4}
}

// Rate returns the score that a hunt with these options gives a sudoku, and its number of solutions, at
// most 2. Only a puzzle with one solution has a score. The boxes must be of 3x3 cells, and no diagonals
// may count.
func (o Options) Rate(ctx context.Context, g sudoku.Grid) (score Score, solutions int, err error) {
	if g.Side != 9 || !g.Square() {
		return 0, 0, errors.New("expected a sudoku of side 9 with boxes of 3x3 cells and no other rules")
	}
	if solutions = enumerate(g, 2, nil); solutions == 1 {
		score, _, err = o.score(ctx, g.Canonical(), 0)
	}
	return score, solutions, err
}

// Bounds of what a hunt may be asked for. A larger number is probably a mistake.
const (
	maxCopies = 1000
	maxCount  = 100000
)

// Check reports what is wrong with the options.
func (o Options) Check() error {
	switch {
	case o.Measure != Nodes && o.Measure != Updates:
		return fmt.Errorf("unknown measure %q, expected %s or %s", o.Measure, Nodes, Updates)
	case o.Copies < 1 || o.Copies > maxCopies:
		return fmt.Errorf("%d copies, expected 1 to %d", o.Copies, maxCopies)
	case o.Count < 1 || o.Count > maxCount:
		return fmt.Errorf("%d puzzles to keep, expected 1 to %d", o.Count, maxCount)
	case o.Climbs < 1 || o.Climbs > o.Count:
		return fmt.Errorf("%d climbs, expected 1 to %d, the number of puzzles to keep", o.Climbs, o.Count)
	case o.Favour == nil:
		return nil
	case o.Measure == Updates && o.Solver.Counter != o.Favour.Counter:
		return fmt.Errorf("updates of %s are %s and updates of %s are %s, "+
			"expected solvers that count the same, or the measure nodes",
			o.Solver.Name, o.Solver.Counter, o.Favour.Name, o.Favour.Counter)
	case o.Solver.Rule == o.Favour.Rule:
		return fmt.Errorf("%s and %s both have the choice rule %s and search the same tree, "+
			"expected solvers with different rules", o.Solver.Name, o.Favour.Name, o.Solver.Rule)
	}
	return nil
}

// Score is how hard a puzzle is, in thousandths, rounded down. It is computed in whole numbers.
// Logarithms differ in the last digit between processors, and hunts would differ with them.
type Score int64

func (s Score) String() string { return fmt.Sprintf("%d.%03d", s/1000, s%1000) }

// Measure is what a score counts.
type Measure string

const (
	Nodes   Measure = "nodes"
	Updates Measure = "updates"
)

// patience is the number of nodes after which a search is stopped and counts with the work done so
// far. A solver with the choice rule "mrv" hardly ever needs so many.
const patience = 1 << 20

// score returns the geometric mean of the work over the copies, and the copy whose own work is
// nearest to it. The score is 0 as soon as a few copies show that it will hardly exceed enough.
//
// The canonical form cannot replace that copy. Such boards have their blanks first, which makes
// them far easier than others for a solver that chooses the first of equals.
func (o Options) score(
	ctx context.Context, canonical sudoku.Grid, enough Score,
) (score Score, typical sudoku.Grid, err error) {
	work, base := big.NewInt(1), big.NewInt(1) // products over the copies
	copies, own := make([]sudoku.Grid, o.Copies), make([]Score, o.Copies)
	for k := range o.Copies {
		copies[k] = o.copy(canonical, k)
		e := sudoku.Encode(copies[k], sudoku.Omit)
		w, err := o.work(ctx, o.Solver, e.Problem)
		if err != nil {
			return 0, typical, err
		}
		b := big.NewInt(1)
		if o.Favour != nil {
			if b, err = o.work(ctx, o.Favour, e.Problem); err != nil {
				return 0, typical, err
			}
		}
		own[k] = mean(w, b, 1)
		work.Mul(work, w)
		base.Mul(base, b)
		// The work on copies of a puzzle has a spread of about e to the 0.4. The mean of one copy
		// has the same spread, and the mean of 4 copies has half of it.
		percent := hopeless[min(k, len(hopeless)-1)]
		if k+1 < o.Copies && mean(work, base, k+1)*100 < enough*percent {
			return 0, typical, nil
		}
	}
	score = mean(work, base, o.Copies)
	// off returns the ratio between a copy's work and the score, in percent, at least 100.
	off := func(s Score) Score { return 100 * max(s, score) / max(1, min(s, score)) }
	nearest := 0
	for k := range own {
		if off(own[k]) < off(own[nearest]) {
			nearest = k
		}
	}
	return score, copies[nearest], nil
}

// hopeless has a percentage of the score enough for 1, 2, ... copies. If their mean is below it,
// more copies are not worth trying.
var hopeless = [...]Score{60, 70, 78, 82, 85}

// copy returns the k-th copy of a puzzle. It depends only on seed, puzzle and k.
func (o Options) copy(canonical sudoku.Grid, k int) sudoku.Grid {
	return sudoku.RandomSymmetry(canonical.Side, random("copy", o.Seed, canonical, k)).Apply(canonical)
}

// random returns the source of random numbers that belongs to the values.
func random(values ...any) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256(fmt.Append(nil, values...))))
}

// work returns how many nodes or updates solver s takes for p.
func (o Options) work(ctx context.Context, s cover.Solver, p *cover.Problem) (*big.Int, error) {
	stats, err := cover.Solve(ctx, s, p, cover.Limits{Nodes: patience}, nil)
	if err = cmp.Or(err, stats.Err); err != nil {
		return nil, err
	}
	if stats.Status == cover.Timeout {
		return nil, ctx.Err()
	}
	work := stats.Nodes
	if o.Measure == Updates {
		work = stats.Updates
	}
	if work == cover.Uncounted {
		return nil, fmt.Errorf("the engine counts no %s, expected a solver that does", o.Measure)
	}
	return big.NewInt(max(1, work)), nil
}

// mean returns the k-th root of a/b.
func mean(a, b *big.Int, k int) Score {
	power := func(x int64) *big.Int {
		return new(big.Int).Exp(big.NewInt(x), big.NewInt(int64(k)), nil)
	}
	want := new(big.Int).Mul(a, power(1000))
	low, high := int64(0), int64(1)
	fits := func(x int64) bool {
		p := power(x)
		return p.Mul(p, b).Cmp(want) <= 0
	}
	for fits(high) {
		low, high = high, 2*high
	}
	for high-low > 1 {
		if middle := low + (high-low)/2; fits(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return Score(low)
}
