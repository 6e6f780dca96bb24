package corpus

import (
	"fmt"

	"xcbench/cover"
)

// Langford returns the problem of putting two copies of each of the numbers 1
// to n in a row so that i others stand between the two copies of i.
//
// Items are the numbers 1 to n, then the places s1 to s2n. Options are a number
// i, from 1, with the places j and j+i+1, from the left (TAOCP 7.2.2.1). A
// solution and its reversal both count.
func Langford(n int) *cover.Problem {
	var b cover.Builder
	for i := 1; i <= n; i++ {
		b.Primary(fmt.Sprint(i))
	}
	for s := 1; s <= 2*n; s++ {
		b.Primary(fmt.Sprintf("s%d", s))
	}
	for i := 1; i <= n; i++ {
		for j := 1; j+i+1 <= 2*n; j++ {
			b.OptionOf(i-1, n+j-1, n+j+i)
		}
	}
	return finish(&b)
}
