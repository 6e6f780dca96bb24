package bench

import (
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"xcbench/corpus"
	"xcbench/results"
	"xcbench/solvers"
)

// Plan says what to measure, and how.
type Plan struct {
	Instances []corpus.Instance
	Variants  []solvers.Variant
	Samples   int           // of each solver on each instance
	MinTime   time.Duration // a sample repeats the search until its runs have taken this long
	Bounds    Bounds
	Seed      uint64 // of the order

	Isolation Isolation // where searches run; the zero value is this process
}

// step is one sample to take.
type step struct {
	sample   int // from 0
	instance *corpus.Instance
	variant  solvers.Variant
}

// MaxSteps is the most samples that a plan may have. Their plan takes 30 to 60 MB, in the file and
// while it is written.
const MaxSteps = 1_000_000

// steps yields every sample of the plan, in order. It goes in rounds: each solver takes one sample
// of each instance before any takes a second. A round has the instances in a random order, and the
// solvers take turns on an instance, again in a random order. So a drift of the machine's speed
// affects all solvers alike, and no solver always follows the same other one. The order depends on
// the seed only.
func (p *Plan) steps() iter.Seq[step] {
	return func(yield func(step) bool) {
		for sample := range p.Samples {
			dice := rand.New(rand.NewPCG(p.Seed, uint64(sample)))
			for _, k := range dice.Perm(len(p.Instances)) {
				for _, v := range dice.Perm(len(p.Variants)) {
					if !yield(step{sample, &p.Instances[k], p.Variants[v]}) {
						return
					}
				}
			}
		}
	}
}

// stepCount returns the number of steps.
func (p *Plan) stepCount() int { return p.Samples * len(p.Instances) * len(p.Variants) }

// write writes the plan as CSV, one step a line, until the context ends. The last column is the
// reason why the step was skipped, or empty. A nil skipReason leaves the column empty.
func (p *Plan) write(ctx context.Context, w io.Writer, skipReason func(step) string) error {
	out := csv.NewWriter(w)
	out.Write([]string{"sample", "family", "inst", "solver", "skipped"})
	for s := range p.steps() {
		if err := ctx.Err(); err != nil {
			return err
		}
		reason := ""
		if skipReason != nil {
			reason = skipReason(s)
		}
		out.Write([]string{strconv.Itoa(s.sample + 1), s.instance.Family, s.instance.Name, s.variant.Name, reason})
	}
	out.Flush()
	return out.Error()
}

// Sort sorts what a run recorded in random order into the order of the plan's instances. It returns the
// sorted rows.
func (p *Plan) Sort(rows *results.Rows, profiles []results.Profile) *results.Rows {
	place := map[string]int{}
	for k, in := range p.Instances {
		place[in.ID()] = k
	}
	order := func(a, b string) int { return place[a] - place[b] }
	slices.SortStableFunc(profiles, func(a, b results.Profile) int { return order(a.InstanceID, b.InstanceID) })
	return rows.Sorted(order)
}

// hash identifies the steps and their order. A run can be resumed only with the same plan.
func (p *Plan) hash(ctx context.Context) (string, error) {
	sum := sha256.New()
	err := p.write(ctx, sum, nil)
	return hex.EncodeToString(sum.Sum(nil)[:16]), err
}
