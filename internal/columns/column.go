package columns

// Column is a list of values of one kind, in pieces that never move. Most values of some columns are
// the same one, such as the value of a unit that few rows have. A piece of nothing else takes no
// memory. The zero value is ready for use: its usual value is zero.
type Column[T comparable] struct {
	Usual  T
	pieces [][]T
}

// pieceLen is the number of values of a piece. All pieces but the first are allocated as a whole.
const pieceLen = 1 << 12

// Set sets value k.
func (c *Column[T]) Set(k int, v T) {
	if v == c.Usual {
		return
	}
	n := k / pieceLen
	for len(c.pieces) <= n {
		c.pieces = append(c.pieces, nil)
	}
	piece := c.pieces[n]
	if n > 0 && piece == nil {
		piece = make([]T, 0, pieceLen)
	}
	for len(piece) <= k%pieceLen {
		piece = append(piece, c.Usual)
	}
	piece[k%pieceLen] = v
	c.pieces[n] = piece
}

// Ref returns where value k is, which must be set or be the usual value of a piece that is not empty.
// It is valid as long as no value is set.
func (c *Column[T]) Ref(k int) *T { return &c.pieces[k/pieceLen][k%pieceLen] }

// Any reports whether any value is not the usual one.
func (c *Column[T]) Any() bool { return len(c.pieces) > 0 }

// At returns value k.
func (c *Column[T]) At(k int) T {
	if n := k / pieceLen; n < len(c.pieces) && k%pieceLen < len(c.pieces[n]) {
		return c.pieces[n][k%pieceLen]
	}
	return c.Usual
}
