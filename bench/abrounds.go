package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// pairing is one search on both sides.
type pairing struct {
	instance *corpus.Instance
	variants [2]solvers.Variant
	stats    [2]cover.Stats // of the first sample; the status is "" before it
	faults   [2]string      // how the search failed
	leftOut  string         // why the times are not compared; "" if they are

	phases    [2]phase
	alone     bool // the search differs by itself, so its solver and its family are decided without it
	explained bool // its solver or its family differs
}

// phase has the values of a pairing by unit and round: the least times of both sides, and the
// logarithms of their ratios.
type phase struct {
	least [2]map[string][]float64
	logs  map[string][]float64
}

// The phases. Confirmation does not use the values of screening.
const (
	screening = iota
	confirmation
)

// pairUp returns every search of the comparison.
func (a *AB) pairUp() []*pairing {
	variants := [][2]solvers.Variant{}
	if a.Sides[0].Solver != nil {
		variants = append(variants, [2]solvers.Variant{*a.Sides[0].Solver, *a.Sides[1].Solver})
	} else {
		for _, v := range a.Variants {
			variants = append(variants, [2]solvers.Variant{v, v})
		}
	}
	var all []*pairing
	for k := range a.Instances {
		for _, v := range variants {
			p := &pairing{instance: &a.Instances[k], variants: v}
			for k := range p.phases {
				p.phases[k] = phase{[2]map[string][]float64{{}, {}}, map[string][]float64{}}
			}
			all = append(all, p)
		}
	}
	return all
}

// search names the search by the solver of the new side.
func (p *pairing) search() results.Search {
	return results.Search{InstanceID: p.instance.ID(), Solver: p.variants[1].Name}
}

// sampler takes a sample of one side of a pairing.
type sampler func(ctx context.Context, side int, p *pairing) (measurement, error)

// openWorkers starts a worker process for each side, from new copies of their programs.
//
// The cached pages of a program have a place in memory for as long as the program is cached, and
// that place alone shifts the times of small searches by some percent. With a new copy in each round
// the places of both sides vary alike. See T. Mytkowicz, A. Diwan, M. Hauswirth and P. F. Sweeney,
// "Producing wrong data without doing anything obviously wrong!", ASPLOS 2009, 265-276.
func (a *AB) openWorkers() (sampler, func(), error) {
	dir, err := os.MkdirTemp("", "xcbench-ab")
	if err != nil {
		return nil, nil, err
	}
	var workers [2]*remote
	end := func() {
		for _, w := range workers {
			if w != nil {
				w.close()
			}
		}
		os.RemoveAll(dir)
	}
	for side, s := range a.Sides {
		program := filepath.Join(dir, strconv.Itoa(side))
		if err := copyProgram(program, s.Command[0]); err != nil {
			end()
			return nil, nil, err
		}
		workers[side] = newRemote(Isolation{Command: append([]string{program}, s.Command[1:]...), Grace: time.Second})
	}
	return func(ctx context.Context, side int, p *pairing) (measurement, error) {
		return workers[side].sample(ctx,
			task{p.instance, []solvers.Variant{p.variants[side]}, a.Bounds, a.MinTime, ""})
	}, end, nil
}

func copyProgram(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// round measures the pairings once, in a random order. All searches on an instance follow each
// other, so that the workers build its problem once.
func (c *contest) round(ctx context.Context, pairings []*pairing) error {
	began := c.now()
	sample, end, err := c.open()
	if err != nil {
		return err
	}
	defer end()
	of := map[*corpus.Instance][]*pairing{}
	var instances []*corpus.Instance
	for _, p := range pairings {
		if of[p.instance] == nil {
			instances = append(instances, p.instance)
		}
		of[p.instance] = append(of[p.instance], p)
	}
	for _, k := range c.dice.Perm(len(instances)) {
		all := of[instances[k]]
		for _, k := range c.dice.Perm(len(all)) {
			if all[k].leftOut != "" {
				continue
			}
			if err := c.measure(ctx, all[k], sample); err != nil {
				return err
			}
		}
	}
	c.lastRound = max(c.now().Sub(began), 1)
	return nil
}

// measure takes the samples of a pairing for one round. The side that begins alternates: old, new,
// new, old. A pairing with a side that fails has no values from then on.
func (c *contest) measure(ctx context.Context, p *pairing, sample sampler) error {
	var least [2]map[string]float64
	first := c.dice.IntN(2)
	for k := range 2 * c.Samples {
		side := (k + k/2 + first) % 2
		if p.stats[side].Status != "" && !p.stats[side].Status.Measured() {
			continue
		}
		m, err := sample(ctx, side, p)
		if refused, ok := errors.AsType[*requestError](err); ok {
			m, err = measurement{Stats: cover.Stats{Status: cover.Unsupported}, Fault: refused.reason}, nil
		}
		if err != nil {
			return err
		}
		p.count(side, m)
		least[side] = leastOf(least[side], m)
	}
	if p.leftOut = p.obstacle(c.Sides); p.leftOut != "" {
		return nil
	}
	for unit, old := range least[0] {
		now := least[1][unit]
		if !(old > 0 && now > 0) {
			continue
		}
		at := &p.phases[c.phase]
		at.least[0][unit] = append(at.least[0][unit], old)
		at.least[1][unit] = append(at.least[1][unit], now)
		at.logs[unit] = append(at.logs[unit], math.Log(now/old))
	}
	return nil
}

// count records the counters of a sample, and how a search failed.
func (p *pairing) count(side int, m measurement) {
	known := &p.stats[side]
	switch {
	case known.Status == "":
		*known, p.faults[side] = m.Stats, m.Fault
	case !m.Stats.Status.Measured():
		known.Status, p.faults[side] = m.Stats.Status, m.Fault
	case known.Status.Measured():
		if fault := difference(m.Stats, *known); fault != "" {
			known.Status, p.faults[side] = results.Wrong, fault
		}
	}
}

// obstacle returns why the times of both sides cannot be compared, or "".
func (p *pairing) obstacle(sides [2]Side) string {
	old, now := p.stats[0], p.stats[1]
	for side, s := range p.stats {
		if !s.Status.Measured() {
			why := string(s.Status) + " on " + sides[side].Name
			if p.faults[side] != "" {
				why += ": " + p.faults[side]
			}
			return why
		}
	}
	switch {
	case old.Status != now.Status:
		return fmt.Sprintf("%s on %s, %s on %s", old.Status, sides[0].Name, now.Status, sides[1].Name)
	case old.Status == cover.Solved:
	case p.variants[0].Rule != p.variants[1].Rule, old.Solutions != now.Solutions, old.Nodes != now.Nodes:
		return "stopped at a limit after different work"
	}
	return ""
}

// failed reports whether the new side has no times although the old side has some, or whether its
// answer is another one.
func (p *pairing) failed() bool {
	old, now := p.stats[0], p.stats[1]
	return old.Status.Measured() && !now.Status.Measured() ||
		old.Status == cover.Solved && now.Status == cover.Solved && old.Solutions != now.Solutions
}

// leastOf returns the least of each time so far, with those of one more sample.
func leastOf(least map[string]float64, m measurement) map[string]float64 {
	if least == nil {
		least = map[string]float64{}
	}
	for _, unit := range ABUnits {
		value, ok := m.Costs[unit]
		if unit == results.Seconds {
			value, ok = m.Stats.Search.Seconds()/float64(m.Runs), true
		}
		if was, known := least[unit]; ok && (!known || value < was) {
			least[unit] = value
		}
	}
	return least
}
