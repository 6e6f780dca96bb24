// Package some has mutants that are killed, one that survives, and one that is equivalent.
package some

// Limit is what Clip leaves of a larger number.
const Limit = 10

// Clip returns n, or Limit if n is larger.
func Clip(n, limit int) int {
	if n > limit { // n >= limit returns the same
		return limit
	}
	return n
}

// Digit reports whether c is a digit. No test asks for a '9'.
func Digit(c byte) bool {
	low, high := c >= '0', c <= '9'
	return low && high
}
