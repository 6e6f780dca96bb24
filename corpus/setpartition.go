package corpus

import (
	"fmt"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
)

var bell = Family{
	Name:    "bell",
	summary: "partitions of a set of {n} elements",
	Params:  []Param{{Name: "n", min: 1, max: 16, About: "number of elements"}},
	Form: `Every partition of the set is a solution. It is the densest problem of all, because
every possible option is there.

Items are the elements e0, e1, .... Options are all subsets except the empty one, in the
order of counting in binary with e0 as the last digit. Each lists its elements from e0
on.`,
	Source: "OEIS A000110",
	Sample: "8",
	build: func(v Values) (*format.Puzzle, error) {
		n := v.int("n")
		var b cover.Builder
		elements(&b, n)
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
		return setPartition(&b, n)
	},
}

// blocksMost bounds the options of a member of blocks.
const blocksMost = 200_000

var blocks = Family{
	Name:    "blocks",
	summary: "partitions of a set of {n} elements into blocks of {k}",
	Params: []Param{
		{Name: "n", min: 1, max: 60, About: "number of elements"},
		{Name: "k", before: "_k", min: 1, max: 20, About: "number of elements in a block"},
	},
	Form: `All blocks have k elements. If k does not divide n there are no solutions, which only a
search can find out.

Items are the elements e0, e1, .... Options are all subsets of k elements, in
lexicographic order.`,
	Source: "n!/(k!^(n/k) (n/k)!): OEIS A001147, A025035 to A025042; 0 if k does not divide n",
	Sample: "9_k3",
	build: func(v Values) (*format.Puzzle, error) {
		n, k := v.int("n"), v.int("k")
		options := 1 // n over k; every division on the way is exact
		for i := range min(k, n) {
			if options = options * (n - i) / (i + 1); options > blocksMost {
				break
			}
		}
		if options > blocksMost {
			return nil, fmt.Errorf("more than %d subsets of %d out of %d elements, expected fewer", blocksMost, k, n)
		}
		var b cover.Builder
		elements(&b, n)
		subsets(n, k, func(set []int) { b.OptionOf(set...) })
		return setPartition(&b, n)
	},
}

// elements adds the items e0 to e(n-1).
func elements(b *cover.Builder, n int) {
	for i := range n {
		b.Primary(fmt.Sprintf("e%d", i))
	}
}

// subsets yields the subsets of k of the numbers 0 to n-1, in lexicographic order. The next subset
// reuses the slice.
func subsets(n, k int, yield func([]int)) {
	if k > n {
		return
	}
	set := make([]int, k)
	for i := range set {
		set[i] = i
	}
	for {
		yield(set)
		i := k - 1
		for i >= 0 && set[i] == n-k+i {
			i--
		}
		if i < 0 {
			return
		}
		set[i]++
		for j := i + 1; j < k; j++ {
			set[j] = set[j-1] + 1
		}
	}
}

// setPartition draws the elements in a row, each with the letter of its block. Blocks get their
// letters in the order of their first elements.
func setPartition(b *cover.Builder, n int) (*format.Puzzle, error) {
	p, err := b.Problem()
	if err != nil {
		return nil, err
	}
	return format.NewDrawing(p, func(options []int) picture.Picture {
		block := make([]int, n) // by element: its option
		for _, o := range options {
			for _, i := range p.Option(o) {
				block[i] = o
			}
		}
		letter := map[int]int{}
		var row picture.Picture
		for i, o := range block {
			if _, ok := letter[o]; !ok {
				letter[o] = len(letter)
			}
			row.Cells = append(row.Cells, picture.Cell{Outline: picture.Square(0, i), Part: letter[o],
				Label: letterOf(letter[o]), Col: 2 * i})
		}
		return row
	}), nil
}

// letterOf returns a sign for a part: a to z, then A to Z, then + for all others.
func letterOf(part int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if part < len(letters) {
		return letters[part : part+1]
	}
	return "+"
}
