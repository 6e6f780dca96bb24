package corpus

import (
	"fmt"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
)

var sts = Family{
	Name:    "sts",
	summary: "Steiner triple systems of {n} points",
	Params:  []Param{{Name: "n", min: 3, max: 36, About: "points"}},
	Form: `A set of triples of points so that each pair of points is in exactly one of them. Items are the pairs 01, 02, ..., 12, ... in lexicographic order, with
points as digits 0-9a-z. Options are all triples in lexicographic order; i<j<k has the pairs ij, ik and jk. There are none unless n is 1 or 3 modulo 6.`,
	Source: "n!/|group|, summed over the systems of OEIS A030129; 0 unless n is 1 or 3 modulo 6 (Kirkman 1847)",
	Sample: "9",
	build: func(v Values) (*format.Puzzle, error) {
		n := v.int("n")
		var b cover.Builder
		pair := make([]int, n*n)
		subsets(n, 2, func(p []int) {
			pair[p[0]*n+p[1]] = b.Items()
			b.Primary(symbol(p[0]) + symbol(p[1]))
		})
		var all [][3]int8
		subsets(n, 3, func(t []int) {
			b.OptionOf(pair[t[0]*n+t[1]], pair[t[0]*n+t[2]], pair[t[1]*n+t[2]])
			all = append(all, [3]int8{int8(t[0]), int8(t[1]), int8(t[2])})
		})
		return drawn(&b, func(options []int) picture.Picture {
			// Four triples a line.
			var p picture.Picture
			for k, o := range options {
				for c, point := range all[o] {
					p.Cells = append(p.Cells, tableCell(k/4, 4*(k%4)+c, 2, symbol(int(point)), k))
				}
			}
			return p
		})
	},
}

// tableCell returns a square of a table, whose columns are that many characters wide.
func tableCell(row, col, width int, label string, part int) picture.Cell {
	return picture.Cell{Outline: picture.Square(row, col), Part: part, Label: label, Row: row, Col: width * col}
}

var kirkman = Family{
	Name:    "kirkman",
	summary: "Kirkman triple systems of {n} points: a Steiner system in days on which every point is once",
	Params:  []Param{{Name: "n", min: 9, max: 33, About: "points, 3 modulo 6"}},
	Form: `Kirkman's schoolgirls: on each of (n-1)/2 days the n points go in triples, and each pair of points goes together exactly once. To have no solution twice for the
order of its days, and to have fewer that differ in names only, day 0 has the triples 012, 345, ..., and 0 meets 3 on day 1, 4 on day 2 and 5 on day 3; day 0 is no part
of the problem. Items are the points on the other days, 0d1, 1d1, ..., and then the pairs 03, 04, ... that do not meet on day 0, in lexicographic order,
with points as digits 0-9a-z. Options are triples in lexicographic order, on each day from day 1 in turn: its three points on that day, then its pairs.`,
	Source: "n = 9: the 840 Steiner systems have their days in one way each, and 4 of the 280 days that are possible",
	Sample: "9",
	build: func(v Values) (*format.Puzzle, error) {
		n := v.int("n")
		if n%6 != 3 {
			return nil, fmt.Errorf("%d points, expected 3 modulo 6", n)
		}
		allowed := func(day int, t []int) bool {
			return t[0] > 0 || (3 <= t[1] && t[1] <= 5) == (day <= 3) && (day > 3 || t[1] == day+2) && (t[2] < 3 || t[2] > 5)
		}
		return schedule(n, 3, (n-1)/2, true, allowed)
	},
}

var golfers = Family{
	Name:    "golfers",
	summary: "social golfers: {groups} groups of {size}, {weeks} weeks, no two together twice",
	Params: []Param{
		{Name: "groups", min: 1, max: 12, About: "groups a week"},
		{Name: "size", before: "x", min: 1, max: 8, About: "golfers in a group"},
		{Name: "weeks", before: "x", min: 2, max: 20, About: "weeks"},
	},
	Form: `On each of some weeks all golfers play in groups, and no two of them are in a group together more than once. Week 0 has the groups 012..., ..., and is no part
of the problem; the other weeks are in any order, so that a solution of w weeks is there (w-1)! times. Primary items are the golfers in the other weeks, 0d1, 1d1, ....
Secondary items are the pairs that do not meet in week 0, in lexicographic order, with golfers as digits 0-9a-zA-Z and more. Options are groups in lexicographic order,
in each week from week 1 in turn: its golfers in that week, then its pairs.`,
	Source: "counted; problem 10 of CSPLib",
	Sample: "3x3x4",
	build: func(v Values) (*format.Puzzle, error) {
		groups, size, weeks := v.int("groups"), v.int("size"), v.int("weeks")
		return schedule(groups*size, size, weeks, false, func(int, []int) bool { return true })
	},
}
