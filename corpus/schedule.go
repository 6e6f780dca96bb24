package corpus

import (
	"fmt"

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
	subsets(n, 2, func(p []int) {
		if p[0]/size != p[1]/size {
			pair[p[0]*n+p[1]] = b.Items()
			add(player(p[0]) + "." + player(p[1]))
		}
	})
	var of []int32 // the day of each option, then its players
	option := make([]int, 0, size*(size+1)/2)
	options := 0
	newSubsets(n, size, func(group []int) (more bool) {
		for day := 1; day < days && options <= scheduleMost; day++ {
			if !allowed(day, group) {
				continue
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
			options++
			of = append(of, int32(day))
			for _, p := range group {
				of = append(of, int32(p))
			}
		}
		return options <= scheduleMost
	})
	if options > scheduleMost {
		return nil, fmt.Errorf("more than %d options, expected fewer", scheduleMost)
	}
	return drawn(&b, func(options []int) picture.Picture {
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
			group := of[o*(size+1):][:size+1]
			for _, who := range group[1:] {
				put(int(group[0]), int(who))
			}
		}
		return p
	})
}

// newSubsets yields the subsets of a size in lexicographic order. It leaves out subsets with two
// numbers of one group 0 to size-1, size to 2*size-1, .... It ends when yield returns false. The
// next subset reuses the slice.
func newSubsets(n, size int, yield func([]int) (more bool)) {
	set := make([]int, 0, size)
	var grow func(from int) bool
	grow = func(from int) bool {
		if len(set) == size {
			return yield(set)
		}
		for p := from; p+size-len(set) <= n; p++ {
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

// player returns the name of a player: a digit 0-9a-z, or a number from 36 on.
func player(p int) string {
	if p < 36 {
		return symbol(p)
	}
	return fmt.Sprint(p)
}
