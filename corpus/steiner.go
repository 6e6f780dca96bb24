package corpus

import (
	"fmt"
	"iter"

	"xcbench/format"
	"xcbench/format/picture"
)

var sts = Family{
	Name:    "sts",
	summary: "Steiner triple systems of {n} points",
	Params:  []Param{number("<n>", 3, 36, "number of points")},
	Form: `A Steiner triple system is a set of triples of points such that every pair of points is
in exactly one triple. There are none unless n is 1 or 3 modulo 6.

Items are the pairs 01, 02, ..., 12, ... in lexicographic order, with points as digits
0-9a-z. Options are all triples i<j<k in lexicographic order, each with its pairs ij, ik
and jk.`,
	Source: "n!/|group|, summed over the systems of OEIS A030129; 0 unless n is 1 or 3 modulo 6 (Kirkman 1847)",
	Sample: "9",
	build: func(v Values) (*format.Puzzle, error) {
		n := v.int("n")
		var b builder
		for p := range subsets(n, 2) {
			b.Primary(symbol(p[0]) + symbol(p[1]))
		}
		for t := range subsets(n, 3) {
			i, j, k := symbol(t[0]), symbol(t[1]), symbol(t[2])
			b.Option(i+j, i+k, j+k)
		}
		return b.drawn(func(options []int) picture.Picture {
			// Four triples a line.
			var p picture.Picture
			for k, o := range options {
				pairs := b.problem.Option(o)
				points := b.problem.Name(int(pairs[0])) + b.problem.Name(int(pairs[2]))[1:]
				for c, point := range points {
					p.Cells = append(p.Cells, tableCell(k/4, 4*(k%4)+c, 2, string(point), k))
				}
			}
			return p
		})
	},
}

var kirkman = Family{
	Name:    "kirkman",
	summary: "Kirkman triple systems of {n} points: a Steiner system split into days, each with every point once",
	Params:  []Param{number("<n>", 9, 33, "number of points, 3 modulo 6")},
	Form: `Kirkman's schoolgirls: on each of (n-1)/2 days the n points walk in triples, and every
pair of points walks together exactly once. Day 0 is given and not part of the problem:
it has the triples 012, 345, .... Point 0 meets 3 on day 1, 4 on day 2 and 5 on day 3.
These choices leave fewer solutions that differ only in the order of the days or in the
names of the points.

Items are the points on the other days, 0d1, 1d1, .... Then come the pairs 0.3, 0.4, ...
that do not meet on day 0, in lexicographic order, with points as digits 0-9a-z. Options
are the triples in lexicographic order, each on every day from day 1: its three points
on that day, then its pairs.`,
	Source: "n = 9: each of the 840 Steiner systems splits into 4 of the 280 possible days in one way",
	Sample: "9",
	build: func(v Values) (*format.Puzzle, error) {
		n := v.int("n")
		if n%6 != 3 {
			return nil, fmt.Errorf("%d points, expected 3 modulo 6", n)
		}
		allowed := func(day int, t []int) bool {
			meets345 := 3 <= t[1] && t[1] <= 5
			return t[0] > 0 || meets345 == (day <= 3) && (day > 3 || t[1] == day+2) && (t[2] < 3 || t[2] > 5)
		}
		return schedule(n, 3, (n-1)/2, true, allowed)
	},
}

var golfers = Family{
	Name:    "golfers",
	summary: "social golfers: {groups} groups of {size}, {weeks} weeks, no two together twice",
	Params: []Param{
		number("<groups>", 1, 12, "number of groups in a week"),
		number("x<size>", 1, 8, "number of golfers in a group"),
		number("x<weeks>", 2, 20, "number of weeks"),
	},
	Form: `In every week all golfers play in groups, and no two golfers are in a group together
more than once. Week 0 is given and not part of the problem: its groups are 012... and
so on, in order. The other weeks may come in any order, so that a solution of w weeks is
counted (w-1)! times.

Primary items are the golfers in the other weeks, 0d1, 1d1, .... Secondary items are the
pairs that do not meet in week 0, in lexicographic order. Golfers are digits 0-9a-z, and
numbers from 36 on. Options are the groups in lexicographic order, each in every week
from week 1: its golfers in that week, then its pairs.`,
	Source: "counted; problem 10 of CSPLib",
	Sample: "3x3x4",
	build: func(v Values) (*format.Puzzle, error) {
		groups, size, weeks := v.int("groups"), v.int("size"), v.int("weeks")
		return schedule(groups*size, size, weeks, false, func(int, []int) bool { return true })
	},
}

// scheduleMost bounds the options of a schedule.
const scheduleMost = 300_000

// schedule makes the problem that is described at golfers. On each day, n players meet in groups of
// the given size. No two players meet more than once; if everyPair is set, every two meet exactly
// once. The groups of day 0 are given: 0, 1, ... in order. On later days, only groups that allowed
// accepts may meet.
func schedule(n, size, days int, everyPair bool, allowed func(day int, group []int) bool) (*format.Puzzle, error) {
	var b builder
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
	return b.drawn(func(options []int) picture.Picture {
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
			for _, i := range b.problem.Option(o)[:size] { // the players come before their pairs
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
