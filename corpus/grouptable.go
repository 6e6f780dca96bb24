package corpus

import (
	"fmt"
	"strconv"
	"strings"
)

// squareNames are the Latin squares that problems about a square can name: the tables of some
// groups, and random squares.
func squareNames() []string {
	var words []string
	for n := 2; n <= 25; n++ {
		words = append(words, "z"+strconv.Itoa(n)) // cyclic
	}
	words = append(words, "z2z2", "z2z4", "z2z2z2", "z3z3", "z2z6", "z2z8", "z4z4", "z2z2z4", "z2z2z2z2",
		"d3", "d4", "d5", "d6", "d7", "d8", // dihedral, of 2n elements
		"q8", "dic3", "q16", "a4")
	for n := 6; n <= 12; n++ {
		for seed := 1; seed <= 5; seed++ {
			words = append(words, "r"+strconv.Itoa(n)+"s"+strconv.Itoa(seed)) // random, with its seed
		}
	}
	return words
}

var squareParam = chosen("<square>", "Latin square. Tables of groups: cyclic z2, z3, ...; products such as z2z4; "+
	"dihedral d3, d4, ..., of 2n elements; and q8, q16, dic3, a4. Random squares: r8s1 has order 8 and seed 1",
	squareNames).says(squareTitle)

// squareTitle describes the square that a name stands for.
func squareTitle(name string) string {
	if order, seed, ok := strings.Cut(strings.TrimPrefix(name, "r"), "s"); ok {
		return fmt.Sprintf("a random Latin square of order %s (seed %s)", order, seed)
	}
	var group string
	switch {
	case name[0] == 'z':
		group = "Z" + strings.ReplaceAll(name[1:], "z", " x Z")
	case name == "dic3":
		group = "the dicyclic group of 12 elements"
	case name[0] == 'd':
		group = fmt.Sprintf("the dihedral group of %d elements", len(namedSquare(name)))
	case name[0] == 'q':
		group = "the quaternion group of " + name[1:] + " elements"
	case name == "a4":
		group = "the alternating group A4"
	}
	return "the table of " + group
}

// namedSquare returns the square with one of the squareNames.
func namedSquare(name string) latinSquare {
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			panic("corpus: no square " + name) // names are parsed before anything is built
		}
		return n
	}
	if order, seed, ok := strings.Cut(strings.TrimPrefix(name, "r"), "s"); ok {
		return randomSquare(number(order), newDice(number(seed)))
	}
	switch kind := name[0]; {
	case kind == 'z':
		return abelian(each(strings.Split(name[1:], "z"), number))
	case kind == 'd' && name != "dic3":
		return extension(number(name[1:]), 0)
	case name == "dic3":
		return extension(6, 3)
	case name == "q8":
		return extension(4, 2)
	case name == "q16":
		return extension(8, 4)
	}
	return alternating()
}

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
