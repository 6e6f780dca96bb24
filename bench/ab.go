package bench

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"

	"xcbench/compare/ab"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// AB measures two sides in turns, for a comparison by package [xcbench/compare/ab].
type AB struct {
	Plan          // its variants are compared between two programs; its samples are those of a side in a round
	Sides [2]Side // old and new
}

// Side is one of the two things compared.
type Side struct {
	Command []string         // starts a worker process, see [Work]
	Solver  *solvers.Variant // nil if the side is a program
}

// Compare measures every search of the two sides and decides by the rules of the plan. It sets the
// searches of the plan.
func (a AB) Compare(ctx context.Context, plan ab.Plan, progress Progress) (ab.Result, error) {
	r := abRounds{AB: a, dice: rand.New(rand.NewPCG(a.Seed, 0)), calls: map[*ab.Search][2]call{}}
	variants := a.Variants
	if v := a.Sides[0].Solver; v != nil {
		variants = []solvers.Variant{*v}
	}
	for k := range a.Instances {
		for _, v := range variants {
			c := call{Op: sampleOp, Bounds: a.Bounds, MinTime: a.MinTime, instance: &a.Instances[k], variant: v}
			sides := [2]call{c, c}
			if v := a.Sides[1].Solver; v != nil {
				sides[1].variant = *v
			}
			s := newSearch(sides)
			plan.Searches = append(plan.Searches, s)
			r.calls[s] = sides
		}
	}
	return plan.Run(ctx, r.round, progress)
}

func newSearch(sides [2]call) *ab.Search {
	in, old, now := sides[0].instance, sides[0].variant, sides[1].variant
	return &ab.Search{
		Search: results.Search{InstanceID: in.ID(), Solver: now.Name}, Family: in.Family,
		SameTree: old.Rule == now.Rule, SameCounter: old.Counter == now.Counter,
	}
}

// abRounds takes the measurements of a comparison.
type abRounds struct {
	AB
	dice  *rand.Rand
	calls map[*ab.Search][2]call // for a sample of each side
}

// round measures searches once, in a random order. All searches on an instance follow each other,
// so that the workers build its problem once.
func (r *abRounds) round(ctx context.Context, searches []*ab.Search) error {
	dir, err := os.MkdirTemp("", "xcbench-ab-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	workers, err := r.workers(dir)
	if err != nil {
		return err
	}
	defer workers[0].Close()
	defer workers[1].Close()
	sample := func(side int, c call) (*Found, error) { return workers[side].do(ctx, c) }
	on := map[*corpus.Instance][]*ab.Search{}
	var instances []*corpus.Instance
	for _, s := range searches {
		in := r.calls[s][0].instance
		if on[in] == nil {
			instances = append(instances, in)
		}
		on[in] = append(on[in], s)
	}
	for _, k := range r.dice.Perm(len(instances)) {
		all := on[instances[k]]
		for _, n := range r.dice.Perm(len(all)) {
			if err := r.measure(all[n], sample); err != nil {
				return err
			}
		}
	}
	return nil
}

// order returns the side of each sample of a search in one round. The side that begins is random at
// first and then alternates: old, new, new, old.
func (r *abRounds) order() (sides []int) {
	first := r.dice.IntN(2)
	for k := range 2 * r.Samples {
		sides = append(sides, ((k+1)/2+first)%2)
	}
	return sides
}

// measure takes the samples of a search for one round, each by a call on its side. A side that fails is not sampled
// again, but a side that had an answer before must fail twice.
func (r *abRounds) measure(s *ab.Search, sample func(side int, c call) (*Found, error)) error {
	least := [2]map[string]float64{{}, {}}
	var faults [2]string
	for _, side := range r.order() {
		known, c := &s.Stats[side], r.calls[s][side]
		if known.Status != "" && !known.Status.Measured() {
			continue
		}
		m, err := sample(side, c)
		if err == nil && !m.Stats.Status.Measured() && (known.Status.Measured() || m.Stats.Status == results.Killed) {
			// It had an answer before, or can have one. A busy machine can hold a search up, or kill it.
			m, err = sample(side, c)
		}
		if refused, ok := errors.AsType[*callError](err); ok {
			m, err = failed(cover.Unsupported, refused.reason), nil
		}
		if err != nil {
			return err
		}
		switch {
		case known.Status == "":
			*known, faults[side] = m.Stats, m.Fault
		case !m.Stats.Status.Measured():
			known.Status, faults[side] = m.Stats.Status, m.Fault
		default:
			if what, wrong := difference(c.variant, m.Stats, *known); wrong {
				known.Status, faults[side] = results.Wrong, what
			}
		}
		keepLeast(least[side], m)
	}
	s.Add(least, faults)
	return nil
}

// keepLeast keeps the least of each time.
func keepLeast(least map[string]float64, m *Found) {
	for _, unit := range ab.Units {
		value, ok := m.Costs[unit]
		if unit == results.Seconds {
			value, ok = m.Stats.Search.Seconds()/float64(m.Runs), true
		}
		if was, known := least[unit]; ok && (!known || value < was) {
			least[unit] = value
		}
	}
}
