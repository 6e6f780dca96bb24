package count

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"xcbench/cover"
)

// graph returns for each primary item the primary items that share an option with it, by definition.
func graph(p *cover.Problem) [][]int32 {
	next := make([][]int32, p.Primary())
	for a := range next {
		for b := range int32(len(next)) {
			for o := range p.Options() {
				if items := p.Option(o); int(b) != a && slices.Contains(items, int32(a)) && slices.Contains(items, b) {
					next[a] = append(next[a], b)
					break
				}
			}
		}
	}
	return next
}

// greedily returns the order from one item that greedyOrder promises, and its cost.
func greedily(next [][]int32, start int32) (all []int32, cost float64) {
	count := func(i int32, yes func(j int32) bool) (n int) {
		for _, j := range next[i] {
			if yes(j) {
				n++
			}
		}
		return n
	}
	var frontier []int32
	done := func(i int32) bool { return slices.Contains(all, i) }
	outside := func(i int32) bool { return !done(i) && !slices.Contains(frontier, i) }
	for len(all) < len(next) {
		if len(all) > 0 && len(frontier) > 0 {
			start = slices.MinFunc(frontier, func(a, b int32) int {
				return cmp.Or(count(a, outside)-count(b, outside), count(b, done)-count(a, done), int(a-b))
			})
		} else if len(all) > 0 {
			for start = 0; done(start); start++ {
			}
		}
		frontier = slices.DeleteFunc(frontier, func(i int32) bool { return i == start })
		all = append(all, start)
		for _, j := range next[start] {
			if outside(j) {
				frontier = append(frontier, j)
			}
		}
		cost += math.Ldexp(1, len(frontier))
	}
	return all, cost
}

func TestOrdersAreThoseOfTheirDefinitions(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 5))
	sizes := []int{greedyStarts - 1, 2*greedyStarts - 1, 2 * greedyStarts, 3 * greedyStarts} // not all are tried as starts
	for range 120 {
		sizes = append(sizes, 1+dice.IntN(9))
	}
	for _, items := range sizes {
		width := 2 + dice.IntN(2)
		var options [][]int
		for range items + dice.IntN(items) {
			var o []int
			for i := dice.IntN(items); i < items+2 && len(o) < width; i += 1 + dice.IntN(3) {
				o = append(o, i)
			}
			options = append(options, o)
		}
		p := problem(t, items, items+2, options)
		next := graph(p)
		if got := neighbours(p); fmt.Sprint(got) != fmt.Sprint(next) {
			t.Fatalf("%v: got the neighbours %v, want %v", options, got, next)
		}
		step := max(1, items/greedyStarts)
		var want []int32
		least := math.Inf(1)
		for start := 0; start < items; start += step {
			if all, cost := greedily(next, int32(start)); cost < least {
				want, least = all, cost
			}
		}
		if got := greedyOrder(p); !slices.Equal(got, want) {
			t.Errorf("%v: got the greedy order %v, want %v", options, got, want)
		}
		if got, want := breadthOrder(p), breadthFirst(next); !slices.Equal(got, want) {
			t.Errorf("%v: got the order breadth first %v, want %v", options, got, want)
		}
		up := inputOrder(p)
		down := reverseOrder(p)
		if slices.Reverse(down); !slices.IsSorted(up) || !slices.Equal(up, down) || len(up) != items {
			t.Errorf("got the orders %v and, from behind, %v", up, down)
		}
	}
}

// breadthFirst returns the order that breadthOrder promises: by distance, then by the place of the
// parent, then by the number of neighbours, from an item far out.
func breadthFirst(next [][]int32) []int32 {
	start := int32(len(next) - 1)
	var all []int32
	for range 5 {
		all = []int32{}
		for first := start; len(all) < len(next); first++ {
			if len(all) > 0 {
				for first = 0; slices.Contains(all, first); first++ {
				}
			}
			level := []int32{first}
			for len(level) > 0 {
				all = append(all, level...)
				var later []int32
				for _, i := range level {
					children := slices.Clone(next[i])
					slices.SortFunc(children, func(a, b int32) int { return cmp.Or(len(next[a])-len(next[b]), int(a-b)) })
					for _, j := range children {
						if !slices.Contains(all, j) && !slices.Contains(later, j) {
							later = append(later, j)
						}
					}
				}
				level = later
			}
		}
		start = all[len(all)-1]
	}
	return all
}

// The steps of a greedy order are the neighbours that join, and the candidates for each place.
func TestTheWorkOfAGreedyOrder(t *testing.T) {
	path := [][]int32{{1}, {0, 2}, {1, 3}, {2, 4}, {3}} // the frontier has one item, and none in the end
	for start, want := range map[int32]int{0: 8 + 4, 2: 8 + 2 + 2 + 1 + 1} {
		work := 0
		if all, _ := greedyFrom(path, start, math.Inf(1), &work); len(all) != 5 || work != want {
			t.Errorf("from item %d: got the order %v in %d steps, want %d", start, all, work, want)
		}
	}
}

// A problem with too many pairs of items is left in its order.
func TestOrdersOfDenseProblemsAreTheInput(t *testing.T) {
	var b cover.Builder
	for i := range 4097 {
		b.Primary(strconv.Itoa(i))
	}
	b.OptionOf(4096, 0)
	many, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	long := make([]int, 2000)
	for i := range long {
		long[i] = i
	}
	options := make([][]int, 17)
	for k := range options {
		options[k] = long[k:]
	}
	dense := problem(t, 2000, 2000, options)
	for _, p := range []*cover.Problem{many, dense, problem(t, 0, 0, nil)} {
		for name, o := range map[string]order{"greedy": greedyOrder, "breadth": breadthOrder} {
			if got := o(p); len(got) != p.Primary() || !slices.IsSorted(got) {
				t.Errorf("%d items, %s: got another order than the input's", p.Primary(), name)
			}
		}
	}
}
