package columns

import "math"

// Counts is a list of whole numbers. Most are small: they take 4 bytes, and the others 8 more. The zero
// value is ready for use.
type Counts struct {
	small Column[int32]
	large Column[int64]
}

// Set sets number k, which must not have been set before.
func (c *Counts) Set(k int, n int64) {
	if int64(int32(n)) == n {
		c.small.Set(k, int32(n))
	} else {
		c.large.Set(k, n)
	}
}

// At returns number k.
func (c *Counts) At(k int) int64 {
	if n := c.large.At(k); n != 0 {
		return n
	}
	return int64(c.small.At(k))
}

// Values is a list of numbers. NaN stands for no number. Whole numbers below 2^24 take 4 bytes, and others 8.
type Values struct {
	whole Column[float32]
	any   Column[float64]
}

// NewValues returns a list without numbers.
func NewValues() Values {
	return Values{Column[float32]{Usual: float32(math.NaN())}, Column[float64]{Usual: math.NaN()}}
}

// Set sets number k, which must not have been set before.
func (c *Values) Set(k int, v float64) {
	if v == math.Trunc(v) && math.Abs(v) < 1<<24 {
		c.whole.Set(k, float32(v))
	} else {
		c.any.Set(k, v)
	}
}

// At returns number k.
func (c *Values) At(k int) float64 {
	if v := c.any.At(k); !math.IsNaN(v) {
		return v
	}
	return float64(c.whole.At(k))
}
