package corpus

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"xcbench/format"
	"xcbench/format/picture"
)

var bell = Family{
	Name:    "bell",
	summary: "partitions of a set of {n} elements",
	Params:  []Param{number("<n>", 1, 16, "number of elements")},
	Form: `Every partition of the set is a solution. It is the densest problem of all, because
every possible option is there.

Items are the elements e0, e1, .... Options are all subsets except the empty one, in the
order of counting in binary with e0 as the last digit. Each lists its elements from e0
on.`,
	Source: "OEIS A000110",
	Sample: "8",
	build: func(v Values) (*format.Puzzle, error) {
		n := v.int("n")
		var b builder
		b.Primary(numbered(0, n, "e")...)
		set := make([]int, 0, n)
		for bits := 1; bits < 1<<n; bits++ {
			set = set[:0]
			for i := range n {
				if bits>>i&1 == 1 {
					set = append(set, i)
				}
			}
			b.OptionOf(set...)
		}
		return b.drawn(b.partition)
	},
}

// blocksMost bounds the options of a member of blocks.
const blocksMost = 200_000

var blocks = Family{
	Name:    "blocks",
	summary: "partitions of a set of {n} elements into blocks of {k}",
	Params: []Param{
		number("<n>", 1, 60, "number of elements"),
		number("_k<k>", 1, 20, "number of elements in a block"),
	},
	Form: `All blocks have k elements. If k does not divide n there are no solutions, which only a
search can find out.

Items are the elements e0, e1, .... Options are all subsets of k elements, in
lexicographic order.`,
	Source: "n!/(k!^(n/k) (n/k)!): OEIS A001147, A025035 to A025042; 0 if k does not divide n",
	Sample: "9_k3",
	build: func(v Values) (*format.Puzzle, error) {
		n, k := v.int("n"), v.int("k")
		var b builder
		b.Primary(numbered(0, n, "e")...)
		options := 0
		for set := range subsets(n, k) {
			if options++; options > blocksMost {
				return nil, fmt.Errorf("more than %d subsets of %d out of %d elements, expected fewer", blocksMost, k, n)
			}
			b.OptionOf(set...)
		}
		return b.drawn(b.partition)
	},
}

// subsets yields the subsets of k of the numbers 0 to n-1, in lexicographic order. The next subset
// reuses the slice.
func subsets(n, k int) iter.Seq[[]int] { return newSubsets(n, k, 1) }

// partition draws the elements in a row, each with the letter of its block. Blocks get their letters
// in the order of their first elements.
func (b *builder) partition(options []int) picture.Picture {
	row := table(1, b.problem.Items(), 2, ".")
	blocks := slices.SortedFunc(slices.Values(options), func(o, p int) int {
		return cmp.Compare(b.problem.Option(o)[0], b.problem.Option(p)[0])
	})
	for k, o := range blocks {
		for _, i := range b.problem.Option(o) {
			c := &row.Cells[i]
			c.Label, c.Part = letterOf(k), k
		}
	}
	return row
}

// letterOf returns a sign for a part: a to z, then A to Z, then + for all others.
func letterOf(part int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if part < len(letters) {
		return letters[part : part+1]
	}
	return "+"
}
