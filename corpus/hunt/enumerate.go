package hunt

import (
	"math/bits"
	"sync"

	"xcbench/format/sudoku"
)

// A hunt asks for the solutions of a few thousand puzzles a second, for two of them or for all. An
// exact cover solver would take 70% of a hunt's time for that. Therefore there is this enumerator
// of sudokus. Tests compare it with the solvers.

// cells has the candidates of every cell as bits: digit d is bit d-1. The bit placed is set too
// where the last candidate has been removed from the peers.
type cells [81]uint16

const (
	allDigits = 1<<9 - 1
	placed    = 1 << 15
)

var (
	units [27][9]uint8  // the cells of every row, column and box
	peers [81][20]uint8 // for every cell, the other cells that share a unit with it
)

// fillUnits fills units and peers.
var fillUnits = sync.OnceFunc(func() {
	for k := range 81 {
		r, c := k/9, k%9
		units[r][c] = uint8(k)
		units[9+c][r] = uint8(k)
		units[18+r/3*3+c/3][r%3*3+c%3] = uint8(k)
		n := 0
		for other := range 81 {
			or, oc := other/9, other%9
			if other != k && (r == or || c == oc || r/3 == or/3 && c/3 == oc/3) {
				peers[k][n] = uint8(other)
				n++
			}
		}
	}
})

// enumerate calls visit, unless it is nil, with the solutions of g, at most limit of them. It
// returns the number of solutions found.
func enumerate(g sudoku.Grid, limit int, visit func(solution *cells)) int {
	fillUnits()
	var s cells
	for k := range s {
		s[k] = allDigits
	}
	for k, digit := range g.Cells {
		if digit == 0 {
			continue
		}
		if s[k]&placed == 0 && !s.place(uint8(k), s[k]&(1<<(digit-1))) || s[k]>>(digit-1)&1 == 0 {
			return 0
		}
	}
	return s.search(limit, visit)
}

// place makes digit the last candidate of a cell and removes it from the peers. It does the same
// for each peer that has one candidate left. It returns false if some cell has no candidate left.
func (s *cells) place(k uint8, digit uint16) bool {
	if digit == 0 {
		return false
	}
	s[k] = digit | placed
	for _, p := range peers[k] {
		if s[p]&digit == 0 {
			continue
		}
		s[p] &^= digit
		if s[p]&allDigits == 0 {
			return false
		}
		if s[p]&(s[p]-1) == 0 && !s.place(p, s[p]) {
			return false
		}
	}
	return true
}

// propagate places all digits that have one cell left in a unit. It returns false if some digit has
// no cell left.
func (s *cells) propagate() bool {
	for again := true; again; {
		again = false
		for u := range units {
			var once, twice uint16
			for _, k := range units[u] {
				twice |= once & s[k]
				once |= s[k] & allDigits
			}
			if once != allDigits {
				return false
			}
			single := once &^ twice
			if single == 0 {
				continue
			}
			for _, k := range units[u] {
				if s[k]&single != 0 && s[k]&placed == 0 {
					digit := s[k] & single
					if digit&(digit-1) != 0 || !s.place(k, digit) {
						return false
					}
					again = true
				}
			}
		}
	}
	return true
}

// search tries the candidates of a cell with the fewest candidates.
func (s *cells) search(limit int, visit func(*cells)) int {
	if !s.propagate() {
		return 0
	}
	best, least := -1, 10
	for k, c := range s {
		if n := bits.OnesCount16(c); c&placed == 0 && n < least {
			if best, least = k, n; n == 2 {
				break
			}
		}
	}
	if best < 0 {
		if visit != nil {
			visit(s)
		}
		return 1
	}
	found := 0
	for left := s[best]; left != 0 && found < limit; left &= left - 1 {
		child := *s
		if child.place(uint8(best), left&-left) {
			found += child.search(limit-found, visit)
		}
	}
	return found
}

// digit returns the digit in cell k of a solution.
func (s *cells) digit(k int) uint8 { return uint8(bits.TrailingZeros16(s[k]) + 1) }
