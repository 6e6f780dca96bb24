package cover_test

import (
	"math"
	"math/big"
	"testing"

	"xcbench/cover"
)

// A count that fits into 64 bits has no big number, and a larger one saturates.
func TestCountsBeyond64BitsAreExact(t *testing.T) {
	const most = math.MaxInt64
	for _, c := range []struct {
		text      string
		solutions int64
	}{{"0", 0}, {"12", 12}, {"9223372036854775807", most}, {"9223372036854775808", most}, {"-1", -1}} {
		n, _ := new(big.Int).SetString(c.text, 10)
		s := cover.Stats{Solutions: 5, Big: big.NewInt(5)}
		s.SetCount(n)
		if s.Solutions != c.solutions || (s.Big == nil) != n.IsInt64() || s.CountText() != c.text {
			t.Errorf("%s: got %d, %v and the text %s", c.text, s.Solutions, s.Big, s.CountText())
		}
		if !s.SameCount(s) || s.SameCount(cover.Stats{Solutions: c.solutions, Big: big.NewInt(1)}) {
			t.Errorf("%s: got another count than itself, or that of another big number", c.text)
		}
		if n.SetInt64(3); s.CountText() != c.text {
			t.Errorf("%s: got %s after a change of the argument", c.text, s.CountText())
		}
	}
}

func TestOnlySolvedAndLimitedRunsAreMeasured(t *testing.T) {
	for status, want := range map[cover.Status]bool{
		cover.Solved: true, cover.Limit: true, cover.Timeout: false, "crash": false,
	} {
		if got := status.Measured(); got != want {
			t.Errorf("status %q: got %v, want %v", status, got, want)
		}
	}
}
