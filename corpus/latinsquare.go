package corpus

import "slices"

// latinSquare has each of the symbols 0 to n-1 once in every row and column.
type latinSquare [][]int

func newSquare(n int) latinSquare {
	s := make(latinSquare, n)
	for i := range s {
		s[i] = make([]int, n)
	}
	return s
}

// cells returns the symbols row by row, as a [symbolBoard] has them.
func (s latinSquare) cells() []uint8 {
	var all []uint8
	for _, k := range slices.Concat(s...) {
		all = append(all, uint8(k+1))
	}
	return all
}

// randomSquare walks n^3 steps through proper and improper Latin squares, from the cyclic one, and
// then on to the next proper one: M. T. Jacobson and P. Matthews, Generating uniformly distributed
// random Latin squares, J. Combin. Designs 4 (1996).
func randomSquare(n int, d dice) latinSquare {
	// cube[x][y][z] is 1 if symbol z is at row x and column y. Every line of the cube sums to 1. An
	// improper square has one entry -1.
	cube := make([]int8, n*n*n)
	at := func(x, y, z int) *int8 { return &cube[(x*n+y)*n+z] }
	for x := range n {
		for y := range n {
			*at(x, y, (x+y)%n) = 1
		}
	}
	// one returns the place of an entry 1 in a line of the cube, drawn with equal chances from all.
	one := func(entry func(k int) *int8) int {
		found, chosen := 0, 0
		for k := range n {
			if *entry(k) == 1 {
				if found++; found == 1 || d.below(found) == 0 {
					chosen = k
				}
			}
		}
		return chosen
	}
	proper := true
	var x, y, z int // of the entry -1
	for step := 0; n > 1 && (step < n*n*n || !proper); step++ {
		for proper { // a proper square goes on from a random entry 0
			x, y, z = d.below(n), d.below(n), d.below(n)
			if *at(x, y, z) == 0 {
				break
			}
		}
		u := one(func(k int) *int8 { return at(k, y, z) })
		v := one(func(k int) *int8 { return at(x, k, z) })
		w := one(func(k int) *int8 { return at(x, y, k) })
		*at(x, y, z)++
		*at(x, v, w)++
		*at(u, y, w)++
		*at(u, v, z)++
		*at(u, y, z)--
		*at(x, v, z)--
		*at(x, y, w)--
		*at(u, v, w)--
		proper = *at(u, v, w) == 0
		x, y, z = u, v, w
	}
	s := newSquare(n)
	for i := range n {
		for j := range n {
			for k := range n {
				if *at(i, j, k) == 1 {
					s[i][j] = k
				}
			}
		}
	}
	return s
}
