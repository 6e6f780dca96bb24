package corpus

import (
	"fmt"
	"slices"
	"strings"

	"xcbench/format"
)

// tetrasticks has the sixteen shapes of four sides of squares.
func tetrasticks() []piece {
	return piecesOf(
		"F 000 001 010 011",
		"H 000 010 011 110",
		"I 000 010 020 030",
		"J 000 010 021 110",
		"L 000 010 020 031",
		"N 000 010 021 120",
		"O 000 001 011 100",
		"P 001 010 011 100",
		"R 001 100 110 111",
		"T 000 010 011 111",
		"U 000 001 010 021",
		"V 000 010 021 121",
		"W 000 011 110 121",
		"X 100 110 011 111",
		"Y 000 010 020 021",
		"Z 001 100 110 121",
	)
}

var tetrastick = Family{
	Name:    "tetrastick",
	summary: "all tetrasticks except one on a board of 5 by 5",
	Params: []Param{
		choice("<omit>", "piece that is left out; it must be one of these five", "h", "j", "l", "n", "y").says(strings.ToUpper),
		choice("_<p>", "solutions that count: all, or one of each class under the 8 symmetries of the board",
			"all="+countAll, "reduced="+countReduced).or("all"),
	},
	Form: `Fifteen of the sixteen tetrasticks cover the 60 sides of the cells of a board of 5 by 5,
and no two pieces cross.

Primary items are the pieces in the order of their letters, then the sides by row and
column. Of two sides that begin at the same point, the horizontal one (h) comes before
the vertical one (v). Secondary items are the 16 inner points (+); an option contains a
point if the piece runs straight through it. Options are ordered by piece, by
orientation and by place. Orientations are compared as sorted lists of sides. A reduced
problem has only the first orientation of P.`,
	Source: "D. E. Knuth, Dancing Links (2000), and D. Goodger, Polyform Puzzler, times 8 unless reduced",
	Sample: "h",
	title:  "the tetrasticks without {omit} on a board of 5 by 5, {p}",
	build: func(v Values) (*format.Puzzle, error) {
		pieces := slices.DeleteFunc(tetrasticks(), func(s piece) bool {
			return strings.ToLower(s.name) == v["omit"]
		})
		return packSticks(5, pieces, v["p"] == "reduced")
	},
}

// packSticks covers the sides of the cells of a board of n by n with pieces that do not cross. If
// reduced is set, P has one orientation.
func packSticks(n int, pieces []piece, reduced bool) (*format.Puzzle, error) {
	board := cellSet(box(n+1, n+1, 2)).where(func(c cell) bool { return c[c[2]^1] < n })
	if err := fits(board, pieces); err != nil {
		return nil, err
	}
	p := packing{on: &stickGrid, board: board, pieces: pieceNames(pieces)}
	p.begin()
	points := map[cell]int{}
	for _, c := range box(1, n-1, n-1) {
		at := cell{c[1] + 1, c[2] + 1}
		points[at] = p.b.Items()
		p.b.Secondary(fmt.Sprintf("%d%d+", at[0], at[1]))
	}
	for k, s := range pieces {
		forms := stickGrid.orientations(s.cells, flip)
		if reduced && s.name == "P" {
			forms = forms[:1]
		}
		for _, form := range forms {
			p.places(form, func(cells []cell) {
				var through []int
				for _, c := range cells {
					next := c // the side that goes straight on
					next[c[2]^1]++
					at, inner := points[cell{next[0], next[1]}]
					if inner && slices.Contains(cells, next) && !slices.Contains(through, at) {
						through = append(through, at)
					}
				}
				p.add(cells, placed{piece: k, label: s.name}, through...)
			})
		}
	}
	return p.puzzle()
}
