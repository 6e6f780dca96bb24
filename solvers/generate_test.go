package solvers_test

import (
	"fmt"

	"xcbench/cover"
)

// Generators of the reference instances that are not in the corpus.

func build(fill func(b *cover.Builder)) *cover.Problem {
	var b cover.Builder
	fill(&b)
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

// partitions has all subsets of n elements, in the order of binary counting.
func partitions(n int) *cover.Problem {
	return build(func(b *cover.Builder) {
		for i := range n {
			b.Primary(fmt.Sprintf("e%d", i))
		}
		for set := 1; set < 1<<n; set++ {
			var items []int
			for i := range n {
				if set>>i&1 == 1 {
					items = append(items, i)
				}
			}
			b.OptionOf(items...)
		}
	})
}

// latin has the latin squares of order n: items place, row and value, column and value.
func latin(n int) *cover.Problem {
	return build(func(b *cover.Builder) {
		for _, kind := range "prc" {
			for i := range n * n {
				b.Primary(fmt.Sprintf("%c%d%d", kind, i/n, i%n))
			}
		}
		for i := range n {
			for j := range n {
				for k := range n {
					b.OptionOf(i*n+j, n*n+i*n+k, 2*n*n+j*n+k)
				}
			}
		}
	})
}

// matchings has the perfect matchings of the complete graph of n vertices.
func matchings(n int) *cover.Problem {
	return build(func(b *cover.Builder) {
		for i := range n {
			b.Primary(fmt.Sprintf("v%d", i))
		}
		for i := range n {
			for j := i + 1; j < n; j++ {
				b.OptionOf(i, j)
			}
		}
	})
}

// triples has the Steiner triple systems of n points.
func triples(n int) *cover.Problem {
	return build(func(b *cover.Builder) {
		pair := map[[2]int]int{}
		for i := range n {
			for j := i + 1; j < n; j++ {
				pair[[2]int{i, j}] = len(pair)
				b.Primary(fmt.Sprintf("%d%d", i, j))
			}
		}
		for i := range n {
			for j := i + 1; j < n; j++ {
				for k := j + 1; k < n; k++ {
					b.OptionOf(pair[[2]int{i, j}], pair[[2]int{i, k}], pair[[2]int{j, k}])
				}
			}
		}
	})
}
