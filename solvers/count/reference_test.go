package count

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
)

// A reference has all that a sweep in some order must find, from the definitions in doc.go and
// plan.go. Its states are sets of items in a map.
type reference struct {
	layers []int32 // by layer, its item
	first  []int   // by item, the layer of its first option; -1 without options
	last   []int
	at     []int // by option, its layer

	count   *big.Int
	total   cover.Level
	levels  []cover.Level
	tables  cover.Tables
	steps   []int64 // by layer, those until it is done
	each    int64   // the most steps of a state
	widths  []int
	bound   float64 // on the steps, if the layers have all states that there can be
	largest int     // states of a layer
	slots   int
	words   int
}

type bag map[int32]bool

func (b bag) key() string {
	var all []int32
	for i := range b {
		all = append(all, i)
	}
	slices.Sort(all)
	return fmt.Sprint(all)
}

func newReference(p *cover.Problem, order []int32) *reference {
	r := &reference{count: new(big.Int), at: make([]int, p.Options()), words: 1}
	tried := make([]int32, p.Options()) // by option, the item at which it is tried
	for o := range tried {
		tried[o] = order[slices.IndexFunc(order, func(i int32) bool { return slices.Contains(p.Option(o), i) })]
	}
	for _, i := range order {
		if slices.Contains(tried, i) {
			r.layers = append(r.layers, i)
		}
	}
	r.first, r.last = make([]int, p.Items()), make([]int, p.Items())
	for i := range r.first {
		r.first[i], r.last[i] = -1, -1
	}
	for o := range tried {
		r.at[o] = slices.Index(r.layers, tried[o])
		for _, i := range p.Option(o) {
			if r.first[i] < 0 || r.at[o] < r.first[i] {
				r.first[i] = r.at[o]
			}
			r.last[i] = max(r.last[i], r.at[o])
		}
	}
	for k := range r.layers {
		open, opened := 0, 0 // items before the layer, and behind it, that can be covered or not
		for i := range r.first {
			own := r.layers[k] == int32(i)
			if r.first[i] >= 0 && r.first[i] < k && k <= r.last[i] && !own {
				open++
			}
			inside := i >= p.Primary() && r.first[i] == r.last[i]
			if r.first[i] >= 0 && r.first[i] <= k && k <= r.last[i] && !own && !inside {
				opened++
			}
		}
		r.widths, r.slots = append(r.widths, open), max(r.slots, opened)
	}
	r.words = max(1, (r.slots+63)/64)
	if slices.Contains(r.first[:p.Primary()], -1) || len(r.layers) == 0 {
		r.total.Nodes, r.levels = 1, []cover.Level{{Nodes: 1}}
		if p.Primary() == 0 {
			r.count.SetInt64(1)
		}
		return r
	}
	r.sweep(p)
	return r
}

type entry struct {
	covered bag
	paths   *big.Int
}

// sweep fills in what the states tell.
func (r *reference) sweep(p *cover.Problem) {
	states := make([]map[string]entry, len(r.layers))
	for k := range states {
		states[k] = map[string]entry{}
	}
	states[0][bag{}.key()] = entry{bag{}, big.NewInt(1)}
	r.tables.Remembered = 1
	steps := int64(0)
	for k, here := range states {
		var options []int
		for o := range p.Options() {
			if r.at[o] == k {
				options = append(options, o)
			}
		}
		level := cover.Level{Nodes: int64(len(here))}
		for _, e := range here {
			for _, o := range options {
				if slices.ContainsFunc(p.Option(o), func(i int32) bool { return e.covered[i] }) {
					continue
				}
				level.Updates++
				to, covered := r.settle(p, k, e.covered, p.Option(o))
				if to == len(states) {
					r.count.Add(r.count, e.paths)
				} else if to > 0 {
					key := covered.key()
					if old, ok := states[to][key]; ok {
						old.paths.Add(old.paths, e.paths)
						r.tables.Hits++
					} else {
						states[to][key] = entry{covered, new(big.Int).Set(e.paths)}
						r.tables.Remembered++
					}
				}
			}
		}
		live := 0
		for _, later := range states[k:] {
			live += len(later)
		}
		r.tables.PeakStates = max(r.tables.PeakStates, int64(live))
		r.largest = max(r.largest, len(here))
		r.total.Nodes, r.total.Updates = r.total.Nodes+level.Nodes, r.total.Updates+level.Updates
		if level.Nodes > 0 {
			r.levels = append(r.levels, level)
		}
		words := int64(r.words)
		each := stateSteps + (optionSteps+updateSteps)*int64(len(options))*words
		r.bound += float64(each) * math.Ldexp(1, r.widths[k])
		r.each = max(r.each, each)
		steps += level.Nodes*(stateSteps+optionSteps*int64(len(options))*words) + level.Updates*updateSteps*words
		r.steps = append(r.steps, steps)
	}
}

// settle returns the layer after a choice on layer k, and the covered items that matter there, or -1
// if the choice is dead.
func (r *reference) settle(p *cover.Problem, k int, covered bag, option []int32) (to int, later bag) {
	later = bag{}
	for i := range covered {
		later[i] = true
	}
	for _, i := range option {
		later[i] = true
	}
	for ; ; k++ {
		for i := range int32(p.Primary()) {
			if r.last[i] == k && !later[i] {
				return -1, nil
			}
		}
		for i := range later {
			if r.last[i] <= k {
				delete(later, i)
			}
		}
		if k+1 == len(r.layers) || !later[r.layers[k+1]] {
			return k + 1, later
		}
	}
}

// wide returns a problem with some secondary items of which each state has one, from the first
// layer to the last. Its counts outgrow 64 bits. No layer is that of one of some late items.
func wide(t testing.TB, dice *rand.Rand, secondary, late int) *cover.Problem {
	const chain = 28
	var options [][]int
	for w := range secondary {
		options = append(options, []int{0, chain + late + w}, []int{chain - 1, chain + late + w})
	}
	for k := range late {
		options = append(options, []int{3 + 4*k, chain + k}, []int{7 + 8*k, chain + k}, []int{9, 10, chain + k})
	}
	for c := 1; c < chain-1; c++ {
		for range 3 + dice.IntN(5) {
			options = append(options, []int{c})
		}
		if c%3 == 0 {
			options = append(options, []int{c, c + 1})
		}
	}
	dice.Shuffle(len(options), func(a, b int) { options[a], options[b] = options[b], options[a] })
	return problem(t, chain+late, chain+late+secondary, options)
}

// examples returns problems of all kinds.
func examples(t testing.TB, randoms int) []*cover.Problem {
	var all []*cover.Problem
	for seed := range uint64(randoms) {
		all = append(all, random(t, rand.New(rand.NewPCG(seed, 81))))
	}
	dice := rand.New(rand.NewPCG(8, 1))
	for _, secondary := range []int{5, 63, 64, 65, 130} {
		all = append(all, wide(t, dice, secondary, 2))
	}
	return append(all, meeting(t, 0), meeting(t, 70))
}

// meeting returns a problem with a layer that first gets a count of 1, and then one of 2^65. Its keys
// are as wide as the number of secondary items says.
func meeting(t testing.TB, secondary int) *cover.Problem {
	const chain, skipped = 70, 65
	var options [][]int
	skip := []int{chain}
	for i := range chain {
		options = append(options, []int{i}, []int{i})
		if i < skipped {
			skip = append(skip, i)
		}
	}
	options = append(options, skip, []int{chain - 1, chain})
	for w := range secondary {
		options = append(options, []int{0, chain - 1, chain + 1 + w})
	}
	return problem(t, chain, chain+1+secondary, options)
}

func TestCountsOfDifferentLengthsMeet(t *testing.T) {
	for _, secondary := range []int{0, 70} {
		want := new(big.Int).Add(new(big.Int).Mul(power(69), big.NewInt(3)), power(5))
		want.Add(want, new(big.Int).Mul(power(68), big.NewInt(int64(secondary))))
		if got := count(t, Frontier(Input), meeting(t, secondary), cover.Limits{}); got.CountText() != want.String() {
			t.Errorf("%d more items: got %s solutions, want %s", secondary, got.CountText(), want)
		}
	}
}

// slots returns how many bits of the keys a plan uses.
func slots(pl *plan) (n int) {
	for _, l := range pl.layers {
		for k, word := range slices.Concat(l.options, l.branch) {
			if word != 0 {
				n = max(n, k%pl.words*64+bits.Len64(word))
			}
		}
	}
	return n
}

func TestASweepHasTheStatesOfItsDefinition(t *testing.T) {
	for n, p := range examples(t, 150) {
		for _, rule := range rules {
			order := orders[rule](p)
			pl, want := compile(p, order), newReference(p, order)
			if len(want.steps) > 0 && (pl.words != want.words || slots(pl) != want.slots ||
				!slices.Equal(pl.widths, want.widths) || pl.bound != want.bound) {
				t.Errorf("problem %d, %s: got keys of %d bits in %d words, the widths %v and a bound of %g, want %d in %d, %v, %g",
					n, rule, slots(pl), pl.words, pl.widths, pl.bound, want.slots, want.words, want.widths, want.bound)
			}
			check := func(by string, got cover.Stats) {
				t.Helper()
				tables := want.tables
				tables.PeakBytes = got.Tables.PeakBytes
				if by == "diagram" {
					tables.PeakStates = tables.Remembered // it keeps them all
				}
				if got.CountText() != want.count.String() || got.Nodes != want.total.Nodes ||
					got.Updates != want.total.Updates || !slices.Equal(got.Levels, want.levels) || got.Tables != tables {
					t.Errorf("problem %d, %s by %s: got %+v, want %s solutions, %+v, %+v", n, rule, by, got, want.count,
						want.levels, tables)
				}
			}
			got := count(t, Frontier(rule), p, cover.Limits{})
			check("sweep", got)
			one := count(t, Frontier(rule), p, cover.Limits{Nodes: 1})
			if one.Nodes != 1 || one.Updates != got.Levels[0].Updates || (one.Status == cover.Limit) != (got.Nodes > 1) {
				t.Errorf("problem %d, %s: got %+v at a limit of one node, want that of %+v", n, rule, one, got.Levels[0])
			}
			_, got, _ = Frontier(rule).(Diagrammer).Diagram(t.Context(), p, cover.Limits{})
			check("diagram", got)
			c := newClock(t.Context())
			s := newSweep(pl, &c)
			s.start(cover.Limits{})
			for before := int64(0); !s.done(); before = s.effort {
				if s.resume(500); !s.done() && (s.effort < before+500 || s.effort >= before+500+want.each) {
					t.Fatalf("problem %d, %s: got a turn of %d steps, want 500 and the rest of a state of at most %d", n, rule,
						s.effort-before, want.each)
				}
			}
			check("turns", s.finish())
			if len(want.steps) > 0 && s.effort != want.steps[len(want.steps)-1] {
				t.Errorf("problem %d, %s: got %d steps, want %d", n, rule, s.effort, want.steps[len(want.steps)-1])
			}
		}
	}
}
