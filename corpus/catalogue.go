package corpus

import (
	"fmt"
	"strings"

	"xcbench/cover"
	"xcbench/format"
)

// families has the instances of each family.
var families = []func() []Instance{queens, langford, dominoes, pentominoes, sudokus}

// sized is an instance of a family with one parameter.
type sized struct {
	n         int
	tier      Tier
	solutions int64
}

func family(name, title, source string, generate func(int) *cover.Problem, members []sized) []Instance {
	var all []Instance
	for _, m := range members {
		all = append(all, Instance{
			Family: name, Name: fmt.Sprint(m.n), Tier: m.tier,
			Title: fmt.Sprintf(title, m.n), Solutions: m.solutions, Source: source,
			open: generated(func() *cover.Problem { return generate(m.n) }),
		})
	}
	return all
}

func queens() []Instance {
	return family("queens", "%d queens on a board, none attacking another", "OEIS A000170", Queens, []sized{
		{6, Smoke, 4}, {8, Smoke, 92}, {10, Smoke, 724}, {12, Standard, 14200},
	})
}

func langford() []Instance {
	return family("langford", "Langford pairs of the numbers 1 to %d, reversals counted apart", "twice OEIS A014552", Langford, []sized{
		{7, Smoke, 52}, {8, Smoke, 300}, {11, Standard, 35584},
	})
}

func dominoes() []Instance {
	return family("domino", "domino tilings of a square of side %d", "OEIS A004003", DominoSquare, []sized{
		{4, Smoke, 36}, {6, Smoke, 6728},
	})
}

func pentominoes() []Instance {
	const counts = "OEIS A233427; D. E. Knuth, Dancing Links (2000)"
	board := func(name, title string, tier Tier, solutions int64, b Board, source string) Instance {
		return Instance{Family: "pentomino", Name: name, Tier: tier, Title: title, Solutions: solutions, Source: source,
			open: generated(func() *cover.Problem { return Pentominoes(b) })}
	}
	rectangle := func(rows, cols int, tier Tier, solutions int64) Instance {
		return board(fmt.Sprintf("%dx%d", rows, cols), fmt.Sprintf("12 pentominoes in a %d by %d rectangle, symmetric ones counted apart", rows, cols),
			tier, solutions, Rectangle(rows, cols), counts)
	}
	return []Instance{
		rectangle(3, 20, Smoke, 8),
		rectangle(4, 15, Standard, 1472),
		rectangle(5, 12, Full, 4040),
		rectangle(6, 10, Full, 9356),
		board("scott", "12 pentominoes on a chessboard without its middle 4 squares (Scott 1958), symmetric ones counted apart",
			Standard, 520, Rectangle(8, 8).Without(3, 3, 2, 2), "65 times 8 symmetries: D. S. Scott 1958; D. E. Knuth, Dancing Links (2000)"),
	}
}

func sudokus() []Instance {
	var all []Instance
	for _, s := range namedSudokus {
		title := fmt.Sprintf("%s, by %s, %s", s.title, s.author, s.year)
		all = append(all, Instance{
			Family: "sudoku", Name: s.name, Tier: Smoke, Title: title, Solutions: s.solutions,
			Source: "published with the puzzle",
			open: func() (*format.Puzzle, error) {
				r, err := format.NewReader(s.name, strings.NewReader(s.puzzle), format.Options{From: "sudoku"})
				if err != nil {
					return nil, err
				}
				return r.Read()
			},
		})
	}
	return all
}
