package bench

import (
	"bufio"
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
	MinTime   time.Duration // a sample repeats the search until it has taken this long
	Bounds    Bounds
	Seed      uint64 // of the order

	Isolation isolation // where searches run; the zero value is this process
	Recorded  Recorded  // what an interrupted run has done already
}

// Step is one sample to be taken.
type Step struct {
	Sample   int // from 0
	Instance int // in Plan.Instances
	Variant  int // in Plan.Variants
}

// steps yields all that there is to do, in order. All is sampled once before
// anything is sampled a second time. In each of these rounds the instances stand
// in another random order, and the solvers take turns on each instance, again in
// random order, so that a drift of the machine's speed hits them alike and none
// always runs in the wake of the same other. The order depends on the seed only.
func (p *Plan) steps() iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for sample := range p.Samples {
			dice := rand.New(rand.NewPCG(p.Seed, uint64(sample)))
			for _, k := range dice.Perm(len(p.Instances)) {
				for _, v := range dice.Perm(len(p.Variants)) {
					if !yield(Step{sample, k, v}) {
						return
					}
				}
			}
		}
	}
}

// all is the number of steps.
func (p *Plan) all() int { return p.Samples * len(p.Instances) * len(p.Variants) }

// write writes the plan as CSV, a step a line. The last column is empty, or why
// the step is not done; why is nil while nothing is known of that.
func (p *Plan) write(w io.Writer, why func(Step) string) error {
	text := bufio.NewWriterSize(w, 64<<10)
	out := csv.NewWriter(text)
	out.Write([]string{"sample", "family", "inst", "solver", "skipped"})
	for s := range p.steps() {
		in, reason := p.Instances[s.Instance], ""
		if why != nil {
			reason = why(s)
		}
		out.Write([]string{strconv.Itoa(s.Sample + 1), in.Family, in.Name, p.Variants[s.Variant].Name, reason})
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return err
	}
	return text.Flush()
}

// Sort puts what was recorded in random order into the order of the plan's instances.
func (p *Plan) Sort(rows []results.Row, profiles []results.Profile) {
	place := map[string]int{}
	for k, in := range p.Instances {
		place[in.ID()] = k
	}
	slices.SortStableFunc(rows, func(a, b results.Row) int { return place[a.InstanceID()] - place[b.InstanceID()] })
	slices.SortStableFunc(profiles, func(a, b results.Profile) int { return place[a.InstanceID()] - place[b.InstanceID()] })
}

// hash identifies the steps and their order: a run is resumed by the same plan only.
func (p *Plan) hash() string {
	sum := sha256.New()
	if err := p.write(sum, nil); err != nil {
		panic(err) // a hash takes everything
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}
