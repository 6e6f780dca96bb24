package corpus

import (
	"fmt"
	"iter"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
)

// scheduleMost bounds the options of a schedule.
const scheduleMost = 300_000

// schedule makes the problem that is described at golfers. On each day, n players meet in groups of
// the given size. No two players meet more than once; if everyPair is set, every two meet exactly
// once. The groups of day 0 are given: 0, 1, ... in order. On later days, only groups that allowed
// accepts may meet.
func schedule(n, size, days int, everyPair bool, allowed func(day int, group []int) bool) (*format.Puzzle, error) {
	var b cover.Builder
	for day := 1; day < days; day++ {
		for p := range n {
			b.Primary(fmt.Sprintf("%sd%d", player(p), day))
		}
	}
	pair := make([]int, n*n)
	add := b.Secondary
	if everyPair {
		add = b.Primary
	}
	for p := range newSubsets(n, 2, size) {
		pair[p[0]*n+p[1]] = b.Items()
		add(player(p[0]) + "." + player(p[1]))
	}
	option := make([]int, 0, size*(size+1)/2)
	options := 0
	for group := range newSubsets(n, size, size) {
		for day := 1; day < days; day++ {
			if !allowed(day, group) {
				continue
			}
			if options++; options > scheduleMost {
				return nil, fmt.Errorf("more than %d options, expected fewer", scheduleMost)
			}
			option = option[:0]
			for _, p := range group {
				option = append(option, (day-1)*n+p)
			}
			for i, p := range group {
				for _, q := range group[i+1:] {
					option = append(option, pair[p*n+q])
				}
			}
			b.OptionOf(option...)
		}
	}
	return drawn(&b, func(problem *cover.Problem, options []int) picture.Picture {
		// Each day is a row, with gaps between its groups.
		var p picture.Picture
		width := len(player(n-1)) + 1
		met := make([]int, days) // by day: the players so far
		put := func(day, who int) {
			k := met[day]
			p.Cells = append(p.Cells, tableCell(day, k+k/size, width, player(who), k/size))
			met[day]++
		}
		for who := range n {
			put(0, who)
		}
		for _, o := range options {
			for _, i := range problem.Option(o)[:size] { // the players come before their pairs
				put(int(i)/n+1, int(i)%n)
			}
		}
		return p
	})
}

// newSubsets yields the subsets of k of the numbers 0 to n-1, in lexicographic order. It leaves out
// subsets with two numbers of one group 0 to size-1, size to 2*size-1, .... The next subset reuses
// the slice.
func newSubsets(n, k, size int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		set := make([]int, 0, k)
		var grow func(from int) (more bool)
		grow = func(from int) bool {
			if len(set) == k {
				return yield(set)
			}
			for p := from; p+k-len(set) <= n; p++ {
				set = append(set, p)
				more := grow(p - p%size + size) // skips the rest of p's group
				if set = set[:len(set)-1]; !more {
					return false
				}
			}
			return true
		}
		grow(0)
	}
}

// player returns the name of a player: a digit 0-9a-z, or a number from 36 on.
func player(p int) string {
	if p < 36 {
		return symbol(p)
	}
	return fmt.Sprint(p)
}
