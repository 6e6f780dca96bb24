package count_test

import (
	"fmt"
	"math/big"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers/count"
)

// pairs returns a problem whose solutions are the perfect matchings of n items, with a number of ways to
// match two, and the statistics of its sweep. A state of a layer is a set of later items. Of the items
// before the layer, some have a partner in the set, and the others one another.
func pairs(n, ways int) (*cover.Problem, cover.Stats) {
	var options [][]int
	s := cover.Stats{Status: cover.Solved, Levels: make([]cover.Level, n-1)}
	solutions, live := big.NewInt(1), make([]int64, n-1) // by layer, the states so far of it and later ones
	for i := range n - 1 {
		for j := i + 1; j < n; j++ {
			options = append(options, textbook.Times(ways, i, j)...)
		}
		later := n - 1 - i
		if i%2 == 0 {
			solutions.Mul(solutions, big.NewInt(int64(ways*later)))
		}
		for size := i % 2; size <= min(i, later); size += 2 {
			states := new(big.Int).Binomial(int64(later), int64(size)).Int64()
			fits := states * int64(ways*(later-size))
			s.Levels[i].Nodes += states
			s.Levels[i].Updates += fits
			s.Nodes, s.Updates = s.Nodes+states, s.Updates+fits
			if later-size > 1 { // not to the end
				s.Tables.Hits += fits
			}
			for k := max(0, (i+size)/2-1); k <= i; k++ { // from the layer of the last pair, if they come early
				live[k] += states
				s.Tables.PeakStates = max(s.Tables.PeakStates, live[k])
			}
		}
	}
	s.SetCount(solutions)
	s.Tables.Remembered = s.Nodes
	s.Tables.Hits -= s.Nodes - 1 // the first visit of a state is none
	return textbook.Problem(n, options...), s
}

// A run has the states that its problem has by combinatorics. So has a diagram, which keeps all of them.
func TestRunsHaveTheStatesOfTheirDefinition(t *testing.T) {
	check := func(p *cover.Problem, got, want cover.Stats) {
		t.Helper()
		if got.Tables.PeakBytes < 8*got.Tables.PeakStates {
			t.Errorf("%d items: got a peak of %d bytes with %d states", p.Items(), got.Tables.PeakBytes, got.Tables.PeakStates)
		}
		got.Setup, got.Search, got.Tables.PeakBytes = 0, 0, 0
		if got, want := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); got != want {
			t.Errorf("%d items: got %s, want %s", p.Items(), got, want)
		}
	}
	s := count.Frontier(count.Input)
	for n, p := range []*cover.Problem{textbook.Problem(1), textbook.Mixed(0, 1, []int{0})} { // no solution, and the empty one
		check(p, solve(t, s, p, cover.Limits{}), cover.Stats{Status: cover.Solved, Solutions: int64(n), Nodes: 1, Levels: []cover.Level{{Nodes: 1}}})
	}
	for n := 2; n <= 16; n += 2 {
		p, want := pairs(n, 3*n)
		check(p, solve(t, s, p, cover.Limits{}), want)
		d, got, err := s.(count.Diagrammer).Diagram(t.Context(), p, cover.Limits{})
		want.Tables.PeakStates = want.Nodes
		check(p, got, want)
		if err != nil || d.States() != int(want.Nodes) || d.Transitions() != int(want.Updates) || d.Count().String() != want.CountText() {
			t.Errorf("%d items: got a diagram of %d states, %d transitions, %v, want %d, %d", n, d.States(), d.Transitions(), err,
				want.Nodes, want.Updates)
		}
	}
}
