package hunt

import (
	"math/rand/v2"
	"slices"

	"xcbench/format/sudoku"
)

// blank returns a blank board of side 9.
func blank() sudoku.Grid {
	g, err := sudoku.New(9)
	if err != nil {
		panic(err) // cannot happen
	}
	return g
}

// start returns a random minimal puzzle.
func start(rng *rand.Rand) sudoku.Grid {
	g := blank()
	// The boxes on the diagonal do not restrict each other.
	for box := range 3 {
		for k, d := range rng.Perm(9) {
			g.Cells[(3*box+k/3)*9+3*box+k%3] = uint8(d + 1)
		}
	}
	enumerate(g, 1, func(solution *cells) {
		for k := range g.Cells {
			g.Cells[k] = solution.digit(k)
		}
	})
	g = sudoku.RandomSymmetry(9, rng).Apply(g)
	minimize(g, rng)
	return g
}

// minimize removes clues from a puzzle with one solution, in random order, as long as the solution
// stays unique.
func minimize(g sudoku.Grid, rng *rand.Rand) {
	for _, k := range rng.Perm(len(g.Cells)) {
		digit := g.Cells[k]
		if digit == 0 {
			continue
		}
		g.Cells[k] = 0
		if enumerate(g, 2, nil) != 1 {
			g.Cells[k] = digit
		}
	}
}

// clue is a digit in a cell.
type clue struct {
	cell  int
	digit uint8
}

// most bounds the number of solutions without one of the clues. A puzzle with more is skipped,
// because hardly any digit would be in only one of its solutions.
const most = 1000

// tries is how many of the single digits are tried in place of the clue.
var tries = 8

// neighbours returns minimal puzzles that have one clue of g replaced by another.
func neighbours(g sudoku.Grid, rng *rand.Rand) []sudoku.Grid {
	var all []sudoku.Grid
	for k, digit := range g.Cells {
		if digit == 0 {
			continue
		}
		without := sudoku.Grid{Shape: g.Shape, Cells: slices.Clone(g.Cells)}
		without.Cells[k] = 0
		clues := singles(without, clue{k, digit})
		rng.Shuffle(len(clues), func(i, j int) { clues[i], clues[j] = clues[j], clues[i] })
		for _, c := range clues[:min(tries, len(clues))] {
			next := sudoku.Grid{Shape: g.Shape, Cells: slices.Clone(without.Cells)}
			next.Cells[c.cell] = c.digit
			minimize(next, rng)
			all = append(all, next)
		}
	}
	return all
}

// singles returns the digits that exactly one solution of g has in their cell, except the removed
// clue. Each of them, as a clue, makes the solution of g unique.
func singles(g sudoku.Grid, removed clue) []clue {
	var tally [81][10]int
	n := enumerate(g, most, func(solution *cells) {
		for k := range solution {
			tally[k][solution.digit(k)]++
		}
	})
	if n == most {
		return nil
	}
	var found []clue
	for k := range tally {
		for digit, times := range tally[k] {
			if c := (clue{k, uint8(digit)}); times == 1 && c != removed {
				found = append(found, c)
			}
		}
	}
	return found
}
