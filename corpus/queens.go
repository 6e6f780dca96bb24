package corpus

import (
	"fmt"

	"xcbench/cover"
)

// Queens returns the problem of n queens of which none attacks another.
//
// Primary items are the rows r0, r1, ... and the columns c0, c1, ...; secondary
// ones the diagonals of more than one square: a1, a2, ... where row and column
// have that sum, and b1, b2, ... where n-1-row+column is that. Options are the
// squares row by row, each with its row, column and diagonals (TAOCP 7.2.2.1).
func Queens(n int) *cover.Problem {
	var b cover.Builder
	for _, kind := range "rc" {
		for i := range n {
			b.Primary(fmt.Sprintf("%c%d", kind, i))
		}
	}
	for _, kind := range "ab" {
		for d := 1; d < 2*n-2; d++ {
			b.Secondary(fmt.Sprintf("%c%d", kind, d))
		}
	}
	diagonals := max(0, 2*n-3) // of each kind
	for r := range n {
		for c := range n {
			square := []int{r, n + c}
			if d := r + c; 0 < d && d < 2*n-2 {
				square = append(square, 2*n+d-1)
			}
			if d := n - 1 - r + c; 0 < d && d < 2*n-2 {
				square = append(square, 2*n+diagonals+d-1)
			}
			b.OptionOf(square...)
		}
	}
	return finish(&b)
}
