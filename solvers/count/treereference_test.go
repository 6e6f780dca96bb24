package count

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
)

// A tree has all that the search with a memory must find, from the definitions in memo.go. Its
// states are sets of uncovered items in a map.
type tree struct {
	p    *cover.Problem
	rows [][]int32 // by item, its options

	known  map[string]*big.Int
	levels []cover.Level
	total  cover.Level
	hits   int64
}

func newTree(p *cover.Problem) *tree {
	m := &tree{p: p, known: map[string]*big.Int{}, rows: make([][]int32, p.Items())}
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			m.rows[i] = append(m.rows[i], int32(o))
		}
	}
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

// branch returns the options of the item to branch on.
func (m *tree) branch(state bag) (options []int32) {
	best := -1
	for i := range int32(m.p.Primary()) {
		if !state[i] {
			continue
		}
		if all := m.live(state, i); best < 0 || len(all) < len(options) {
			if best, options = int(i), all; len(all) == 0 {
				break
			}
		}
	}
	return options
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
	for _, o := range m.branch(state) {
		m.levels[level].Updates++
		m.total.Updates++
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
	for seed := range uint64(400) {
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
			got.Tables.PeakStates != stored {
			t.Errorf("problem %d: got %+v, want %s solutions, %+v, %d hits, %d states", n, got, want, m.levels, m.hits, stored)
		}
	}
}
