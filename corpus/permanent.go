package corpus

import (
	"fmt"
	"slices"

	"xcbench/format"
	"xcbench/format/picture"
)

// zeroOneKind is a kind of 0/1 matrices of order n.
type zeroOneKind struct {
	name, title string
	w           bool                      // whether it takes a second number
	one         func(n, w, i, j int) bool // whether there is a 1 in row i and column j; nil if random
}

var zeroOne = []zeroOneKind{
	{"full", "full matrix of order {n}", false,
		func(n, w, i, j int) bool { return true }},
	{"derangement", "matrix of order {n} with 0 on its diagonal", false,
		func(n, w, i, j int) bool { return i != j }},
	{"menage", "ménage matrix of order {n}, 0 at i, i and i, i+1", false,
		func(n, w, i, j int) bool { return i != j && (i+1)%n != j }},
	{"circulant", "circulant matrix of order {n} with {w} ones a row", true,
		func(n, w, i, j int) bool { return (j-i+n)%n < w }},
	{"band", "band matrix of order {n}, 1 where |i-j| is at most {w}", true,
		func(n, w, i, j int) bool { return -w <= i-j && i-j <= w }},
	{"hessenberg", "Hessenberg matrix of order {n}, 1 where j is at most i+1", false,
		func(n, w, i, j int) bool { return j <= i+1 }},
	{"random", "random matrix of order {n}, {w} of 100 entries being 1 (seed {seed})", true, nil},
	{"planted", "random matrix of order {n}, {w} of 100 entries being 1, and a permutation (seed {seed})", true, nil},
}

var permanent = Family{
	Name:    "permanent",
	summary: "permanent of a 0/1 matrix: the permutations that use only its 1s",
	Params: []Param{
		chosen("<matrix>", "kind of matrix", matrixWords).says(func(kind string) string { return matrixKind(kind).title }),
		number("<n>", 1, 200, "number of rows, and of columns"),
		number("x<w>", 0, 200, "ones in a row of a circulant matrix, width of a band, or percentage of ones in a random matrix").or("0"),
		seedParam("seed of a random matrix").or("0"),
	},
	Form: `The permanent of a 0/1 matrix is the number of ways to choose some of its 1s so that
every row and every column has exactly one.

Items are the rows r0, r1, ..., then the columns c0, c1, .... Options are the 1s row by
row, each with its row and column.`,
	Source: "counted",
	Sample: "menage8",
	title:  "permanent of the {matrix}",
	build: func(v Values) (*format.Puzzle, error) {
		kind := matrixKind(v["matrix"])
		n, w := v.int("n"), v.int("w")
		if kind.w != (w > 0) {
			want := map[bool]string{true: "at least 1", false: "none"}[kind.w]
			return nil, fmt.Errorf("matrix %s with w = %d, expected %s", kind.name, w, want)
		}
		if kind.one != nil && v["seed"] != "0" {
			return nil, fmt.Errorf("matrix %s with a seed, expected none", kind.name)
		}
		d := newDice(v.int("seed"))
		planted := make([]int, n)
		if kind.name == "planted" {
			planted = d.perm(n)
		}
		var b builder
		b.Primary(numbered(0, n, "r", "c")...)
		for i := range n {
			for j := range n {
				var one bool
				if kind.one != nil {
					one = kind.one(n, w, i, j)
				} else {
					one = d.below(100) < w || kind.name == "planted" && planted[i] == j
				}
				if one {
					b.OptionOf(i, n+j)
				}
			}
		}
		return b.drawn(func(options []int) picture.Picture {
			p := table(n, n, 2, ".")
			at := func(o int) *picture.Cell { // the cell of an option
				items := b.problem.Option(o)
				return &p.Cells[int(items[0])*n+int(items[1])-n]
			}
			for o := range b.problem.Options() {
				at(o).Label = "1"
			}
			for _, o := range options {
				c := at(o)
				c.Part, c.Strong, c.Sign = c.Row, true, "#"
			}
			return p
		})
	},
}

func matrixWords() []string {
	return each(zeroOne, func(kind zeroOneKind) string { return kind.name })
}

func matrixKind(name string) zeroOneKind {
	return zeroOne[slices.Index(matrixWords(), name)] // names are parsed before anything is built
}
