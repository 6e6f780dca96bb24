package textbook

import (
	"slices"
	"strconv"
	"strings"

	"xcbench/cover"
)

// Problem returns the problem of primary items named by numbers from 0, and of options given as
// numbers of items. It panics if there is none.
func Problem(primary int, options ...[]int) *cover.Problem { return Mixed(primary, 0, options...) }

// Mixed is [Problem] with secondary items, whose numbers follow those of the primary items.
func Mixed(primary, secondary int, options ...[]int) *cover.Problem {
	var b cover.Builder
	for i := range primary {
		b.Primary(strconv.Itoa(i))
	}
	for i := range secondary {
		b.Secondary(strconv.Itoa(primary + i))
	}
	for _, o := range options {
		b.OptionOf(o...)
	}
	return built(&b)
}

// XCC returns a problem whose options differ in the colours only. The primary items are 0 and 1, and
// the secondary item is 2. The options are 0 2:a, 0 2:b, 0 2, 1 2:b and 1.
func XCC() *cover.Problem {
	return named("0 1", "2", "0 2:a", "0 2:b", "0 2", "1 2:b", "1")
}

// Toy returns the example with colours of TAOCP 7.2.2.1. Knuth's dlx2 searches it in 4 nodes and 20
// updates, and his ssxcc in 3 and 20.
func Toy() *cover.Problem {
	return named("p q r", "x y", "p q x y:A", "p r x:A y", "p x:B", "q x:A", "r y:B")
}

// Times returns n copies of an option.
func Times(n int, option ...int) [][]int { return slices.Repeat([][]int{option}, n) }

// Singles returns n options of one item each. The items take turns.
func Singles(items, n int) (options [][]int) {
	for o := range n {
		options = append(options, []int{o % items})
	}
	return options
}

// Tiny returns the problem with the solutions {0, 1} and {2}: primary items a and b, and the options
// a, b, and a b.
func Tiny() *cover.Problem {
	return named("a b", "", "a", "b", "a b")
}

func named(primary, secondary string, options ...string) *cover.Problem {
	var b cover.Builder
	b.Primary(strings.Fields(primary)...)
	b.Secondary(strings.Fields(secondary)...)
	for _, o := range options {
		b.Option(strings.Fields(o)...)
	}
	return built(&b)
}

func built(b *cover.Builder) *cover.Problem {
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}
