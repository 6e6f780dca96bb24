package count

import (
	"cmp"
	"math"
	"slices"
)

// survey estimates the work of the contestants.
func (x *bestSearch) survey() {
	if x.clock.expired() {
		return
	}
	x.firstProbes()
	if least, _ := x.known(); math.IsInf(least, 1) {
		return // most problems without estimates are large
	}
	for !x.clock.expired() {
		rivals, width := x.rivals()
		least, all := x.known()
		if len(rivals) < 2 || width > lastWidth || least < x.quick {
			return
		}
		spent, may := int64(0), int64(max(surveyFree, max(least, float64(all))/surveyShare))
		learnt := false
		for _, r := range rivals {
			if cost := probeGrowth * r.probed; r.width < width && spent+cost <= may {
				spent += cost
				x.probe(r, width, 2*may)
				learnt = learnt || r.width == width
			}
		}
		if !learnt {
			return
		}
	}
}

// firstProbes makes a first estimate of each contestant, as far as it and its preparation take few
// steps. The one that takes the fewest to prepare is always prepared.
func (x *bestSearch) firstProbes() {
	probe := func(r *runner) (more bool) {
		least, _ := x.known()
		if x.prepare(r) && least >= x.quick {
			x.probe(r, r.first, max(firstProbe, int64(min(least/probeShare, longProbe))))
		}
		return least >= x.quick
	}
	for _, r := range x.field {
		if !r.out && r.width == 0 && (r.ready || r.entry() <= cheapEntry) && !probe(r) {
			return
		}
	}
	for {
		r := x.cheapest()
		least, _ := x.known()
		if r == nil || r.entry() > max(min(freeEntry, least/2), least/entryShare) || !probe(r) {
			return
		}
	}
}

// cheapest returns the contestant that needs the fewest steps to be prepared, or nil if all are.
func (x *bestSearch) cheapest() (cheapest *runner) {
	for _, r := range x.field {
		if !r.out && !r.ready && (cheapest == nil || r.entry() < cheapest.entry()) {
			cheapest = r
		}
	}
	return cheapest
}

// rivals returns the contestants that may be the best, as far as is known, and the width of the next
// probe that could tell. Narrow probes can be far from the truth, so no one is left out whose next
// probe costs next to nothing.
func (x *bestSearch) rivals() (rivals []*runner, width int) {
	leader := x.leader()
	if leader == nil {
		return nil, 0
	}
	width = lastWidth + 1
	for _, r := range x.field {
		if r.out || r.width == 0 {
			continue
		}
		doubt := sureDoubt + math.Pow(narrowDoubt/float64(r.width), 4)
		if leader.guess.tight && r.guess.tight {
			doubt = sureDoubt
		}
		cheap := float64(probeGrowth*r.probed) <= leader.left()/cheapProbe
		if r.left() > doubt*leader.left() && !cheap {
			continue
		}
		if slices.ContainsFunc(rivals, func(o *runner) bool { return o.width == r.width && o.total == r.total }) {
			continue // the same order, or its mirror image
		}
		rivals = append(rivals, r)
		if !r.guess.exact && !r.guess.tight {
			width = min(width, r.width)
		}
	}
	slices.SortStableFunc(rivals, func(a, b *runner) int { return cmp.Compare(a.left(), b.left()) })
	return rivals, probeGrowth * width
}

// known returns the least estimate of the steps that are left, and the steps so far.
func (x *bestSearch) known() (least float64, all int64) {
	least = math.Inf(1)
	for _, r := range x.field {
		all += r.spent
		if !r.out && !math.IsInf(r.guess.steps, 1) {
			least = min(least, r.left())
		}
	}
	return least, all
}

// probe improves the estimate of a contestant.
func (x *bestSearch) probe(r *runner, width int, budget int64) {
	p := &x.scratch
	p.width, p.budget, p.steps, p.look = width, budget, 0, 0
	guess := r.estimate(p)
	r.probed = p.steps
	x.spent += p.steps
	if math.IsInf(guess.steps, 1) {
		return
	}
	x.learn(r, guess, p.width)
	if r.twin != nil && x.prepare(r.twin) { // the probe knows both
		x.learn(r.twin, r.twin.estimate(p), p.width)
		r.twin.probed = p.steps
	}
}

// learn replaces the guess about a contestant.
func (x *bestSearch) learn(r *runner, guess estimate, width int) {
	if (guess.exact || width >= reliable) && r.bytes(guess.peak) > float64(x.limits.Memory) {
		guess.steps = math.Inf(1)
	}
	r.guess, r.width, r.total = guess, width, guess.steps
	x.adjust(r)
}
