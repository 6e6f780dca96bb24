package count

import (
	"math/big"
	"math/bits"
)

// A tally is a count: small, or big if that is not nil.
type tally struct {
	small uint64
	big   *big.Int
}

func (t tally) value() *big.Int {
	if t.big != nil {
		return t.big
	}
	return new(big.Int).SetUint64(t.small)
}

func (t *tally) add(u tally) {
	if t.big == nil && u.big == nil {
		sum, carry := bits.Add64(t.small, u.small, 0)
		if carry == 0 {
			t.small = sum
			return
		}
	}
	t.big = new(big.Int).Add(t.value(), u.value())
}
