package corpus

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// squareTable is a Latin square that problems about a square can name.
type squareTable struct {
	name, title string
	table       func() latinSquare
}

// namedSquares are the tables of some groups, and random squares.
var namedSquares = sync.OnceValue(func() (all []squareTable) {
	group := func(name, title string, table func() latinSquare) {
		all = append(all, squareTable{name, "the table of " + title, table})
	}
	for _, name := range append(numbered(2, 24, "z"), "z2z2", "z2z4", "z2z2z2", "z3z3", "z2z6", "z2z8", "z4z4", "z2z2z4", "z2z2z2z2") {
		moduli := strings.Split(name[1:], "z")
		group(name, "Z"+strings.Join(moduli, " x Z"), func() latinSquare {
			return abelian(each(moduli, func(m string) int { n, _ := strconv.Atoi(m); return n }))
		})
	}
	for n := 3; n <= 8; n++ {
		group(fmt.Sprint("d", n), fmt.Sprintf("the dihedral group of %d elements", 2*n), func() latinSquare { return extension(n, 0) })
	}
	group("q8", "the quaternion group of 8 elements", func() latinSquare { return extension(4, 2) })
	group("dic3", "the dicyclic group of 12 elements", func() latinSquare { return extension(6, 3) })
	group("q16", "the quaternion group of 16 elements", func() latinSquare { return extension(8, 4) })
	group("a4", "the alternating group A4", alternating)
	for n := 6; n <= 12; n++ {
		for seed := 1; seed <= 5; seed++ {
			all = append(all, squareTable{fmt.Sprintf("r%ds%d", n, seed), fmt.Sprintf("a random Latin square of order %d (seed %d)", n, seed),
				func() latinSquare { return randomSquare(n, newDice(seed)) }})
		}
	}
	return all
})

func squareNames() []string {
	return each(namedSquares(), func(s squareTable) string { return s.name })
}

func findSquare(name string) squareTable { return namedSquares()[slices.Index(squareNames(), name)] }

var squareParam = chosen("<square>", "Latin square. Tables of groups: cyclic z2, z3, ...; products such as z2z4; "+
	"dihedral d3, d4, ..., of 2n elements; and q8, q16, dic3, a4. Random squares: r8s1 has order 8 and seed 1",
	squareNames).says(func(name string) string { return findSquare(name).title })

// abelian returns the table of a product of cyclic groups. With moduli m0, m1, ..., the element (a,
// b, c, ...) has the number a + m0 b + m0 m1 c + ....
func abelian(moduli []int) latinSquare {
	n := 1
	for _, m := range moduli {
		n *= m
	}
	s := newSquare(n)
	for x := range n {
		for y := range n {
			a, b, unit := x, y, 1
			for _, m := range moduli {
				s[x][y] += (a%m + b%m) % m * unit
				a, b, unit = a/m, b/m, unit*m
			}
		}
	}
	return s
}

// extension returns the table of a group of m rotations r and a flip f, with r f = f r^-1 and f f =
// r^square. It is the dihedral group if square is 0, and a dicyclic group if square is m/2. Element
// r^i f^j has the number i+mj.
func extension(m, square int) latinSquare {
	s := newSquare(2 * m)
	for x := range s {
		for y := range s {
			i, j, k, l := x%m, x/m, y%m, y/m
			if j == 1 {
				k = m - k
			}
			s[x][y] = (i+k+square*(j&l))%m + m*(j^l)
		}
	}
	return s
}

// alternating returns the table of the even permutations of four elements. The permutations are
// numbered in lexicographic order.
func alternating() latinSquare {
	var even [][4]int
	number := map[[4]int]int{}
	for code := range 256 {
		p := [4]int{code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3}
		seen, inversions := 0, 0
		for i, a := range p {
			seen |= 1 << a
			for _, b := range p[:i] {
				if b > a {
					inversions++
				}
			}
		}
		if seen == 15 && inversions%2 == 0 {
			number[p] = len(even)
			even = append(even, p)
		}
	}
	s := newSquare(len(even))
	for x, p := range even {
		for y, q := range even {
			s[x][y] = number[[4]int{p[q[0]], p[q[1]], p[q[2]], p[q[3]]}]
		}
	}
	return s
}
