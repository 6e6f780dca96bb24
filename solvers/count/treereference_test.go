package count

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
)

// A tree has all that the search with a memory and the probes of its tree must find, from the
// definitions in memo.go and treeprobe.go. Its states are sets of uncovered items in a map.
type tree struct {
	p      *cover.Problem
	rows   [][]int32 // by item, its options
	pieces []int64   // by item, the words of options that have some of its own
	cost   int64     // the steps of a try

	known  map[string]*big.Int
	levels []cover.Level
	total  cover.Level
	steps  int64
	hits   int64
}

func newTree(p *cover.Problem) *tree {
	words := func(n int) int64 { return int64(n+63) / 64 }
	m := &tree{p: p, known: map[string]*big.Int{}, rows: make([][]int32, p.Items()), pieces: make([]int64, p.Items())}
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			if last := len(m.rows[i]) - 1; last < 0 || int(m.rows[i][last])/64 != o/64 {
				m.pieces[i]++
			}
			m.rows[i] = append(m.rows[i], int32(o))
		}
	}
	m.cost = tableSteps + words(p.Items()) + words(p.Options()) + 2*int64(p.Items()-p.Primary())
	return m
}

func (m *tree) root() bag {
	all := bag{}
	for i := range m.rows {
		all[int32(i)] = true
	}
	return m.without(all, nil)
}

// live returns the options of an item that share nothing with the covered items.
func (m *tree) live(state bag, i int32) (all []int32) {
	for _, o := range m.rows[i] {
		if !slices.ContainsFunc(m.p.Option(int(o)), func(j int32) bool { return !state[j] }) {
			all = append(all, o)
		}
	}
	return all
}

// without returns the state after a choice, in which secondary items without options play no part.
func (m *tree) without(state bag, option []int32) bag {
	next := bag{}
	for i := range state {
		next[i] = !slices.Contains(option, i)
	}
	for i := range next {
		if !next[i] || int(i) >= m.p.Primary() && len(m.live(next, i)) == 0 {
			delete(next, i)
		}
	}
	return next
}

// branch returns the options of the item to branch on, and the steps of its choice.
func (m *tree) branch(state bag) (options []int32, steps int64) {
	best := -1
	for i := range int32(m.p.Primary()) {
		if !state[i] {
			continue
		}
		steps += branchSteps * m.pieces[i]
		if all := m.live(state, i); best < 0 || len(all) < len(options) {
			if best, options = int(i), all; len(all) == 0 {
				break
			}
		}
	}
	return options, steps
}

func (m *tree) solved(state bag) bool {
	for i := range state {
		if int(i) < m.p.Primary() {
			return false
		}
	}
	return true
}

// search counts the solutions of a state, and remembers those that took an update.
func (m *tree) search(state bag, level int) *big.Int {
	for len(m.levels) <= level {
		m.levels = append(m.levels, cover.Level{})
	}
	m.levels[level].Nodes++
	m.total.Nodes++
	before, sum := m.total.Updates, new(big.Int)
	options, steps := m.branch(state)
	m.steps += nodeSteps + steps
	for _, o := range options {
		m.levels[level].Updates++
		m.total.Updates++
		m.steps += m.cost
		next := m.without(state, m.p.Option(int(o)))
		found, ok := m.known[next.key()]
		switch {
		case m.solved(next):
			found = big.NewInt(1)
		case ok:
			m.hits++
		default:
			found = m.search(next, level+1)
		}
		sum.Add(sum, found)
	}
	if m.total.Updates > before && level > 0 {
		m.known[state.key()] = sum
	}
	return sum
}

// walk goes through the tree level by level. It returns the nodes of Algorithm X and the steps of
// choosing their items, the distinct states of all levels, and the steps of a search that knows each
// state of a level.
func (m *tree) walk() (nodes, branching, states, steps int64) {
	type visit struct {
		state bag
		paths int64
	}
	level := map[string]*visit{"": {m.root(), 1}}
	for nodes = 1; len(level) > 0; {
		next := map[string]*visit{}
		for _, v := range level {
			states++
			options, chosen := m.branch(v.state)
			branching += v.paths * chosen
			steps += nodeSteps + chosen + m.cost*int64(len(options))
			nodes += v.paths * int64(len(options))
			for _, o := range options {
				if state := m.without(v.state, m.p.Option(int(o))); !m.solved(state) {
					key := state.key()
					if next[key] == nil {
						next[key] = &visit{state: state}
					}
					next[key].paths += v.paths
				}
			}
		}
		level = next
	}
	return nodes, branching, states, steps
}

// rounded allows for the rounding of sums beyond 2^53.
func rounded(got float64, want int64) bool { return math.Abs(got-float64(want)) <= 1e-12*float64(want) }

// chained returns a problem with more than 64 items and options, and few states.
func chained(t testing.TB) *cover.Problem {
	const primary, secondary = 50, 25
	var options [][]int
	for i := range primary {
		options = append(options, []int{i}, []int{i, primary + i/2})
		if i%2 == 1 && i+1 < primary {
			options = append(options, []int{i, i + 1})
		}
	}
	return problem(t, primary, primary+secondary, options)
}

func TestTheMemoryIsASearchWithAMap(t *testing.T) {
	dice := rand.New(rand.NewPCG(6, 4))
	var problems []*cover.Problem
	const trials = 400
	for seed := range uint64(trials) {
		problems = append(problems, random(t, rand.New(rand.NewPCG(seed, 82))))
	}
	problems = append(problems, wide(t, dice, 5, 0), chained(t))
	for n, p := range problems {
		x, err := newMemo(p)
		if err != nil {
			t.Fatal(err)
		}
		got := x.Run(t.Context(), cover.Limits{}, nil)
		m := newTree(p)
		if x.hopeless || m.solved(m.root()) {
			if got.Nodes != 1 || got.Updates != 0 || (got.Solutions == 1) == x.hopeless {
				t.Errorf("problem %d: got %+v, want a root only", n, got)
			}
			continue
		}
		want := m.search(m.root(), 0)
		stored := int64(len(m.known))
		if got.CountText() != want.String() || got.Nodes != m.total.Nodes || got.Updates != m.total.Updates ||
			!slices.Equal(got.Levels, m.levels) || got.Tables.Hits != m.hits || got.Tables.Remembered != stored ||
			got.Tables.PeakStates != stored || x.steps != m.steps {
			t.Errorf("problem %d: got %+v in %d steps, want %s solutions, %+v, %d hits, %d states, %d steps", n, got,
				x.steps, want, m.levels, m.hits, stored, m.steps)
		}
		// A probe that is wide enough knows the tree.
		nodes, branching, states, steps := m.walk()
		sum, chosen, guess := newProbe(t, math.MaxInt32).tree(x)
		if !rounded(sum, nodes) || !rounded(chosen, branching) || guess.peak != float64(states) ||
			guess.steps != float64(steps) || !guess.exact {
			t.Errorf("problem %d: got %g nodes, %g steps of choice, and %+v, want %d, %d, %d states, %d steps", n, sum, chosen,
				guess, nodes, branching, states, steps)
		}
		if n < trials {
			if alone := count(t, dlx.Index(cover.MRV), p, cover.Limits{}); alone.Nodes != nodes {
				t.Errorf("problem %d: got %d nodes, want the %d of another solver", n, nodes, alone.Nodes)
			}
		}
	}
}
