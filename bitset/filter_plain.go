package bitset

// The three loops of filter in plain Go. What a list is followed by is as the assembly
// leaves and wants it: masks of zero to fill up the last group of 32.

const group = 32

// sift1 copies those of the first n masks of from that have no bit of chosen to to, and
// counts them by item. It returns their number. to may be from.
func sift1Plain(to, from []uint64, n int, chosen uint64, c *planes) int {
	kept := 0
	var c0, c1, c2, c3, c4 uint64
	for _, m := range from[:n] {
		to[kept] = m
		if m&chosen != 0 {
			continue
		}
		kept++
		c0, m = c0^m, c0&m
		c1, m = c1^m, c1&m
		c2, m = c2^m, c2&m
		c3, m = c3^m, c3&m
		c4 |= m
	}
	clear(to[kept : kept+group])
	*c = planes{{0, c0}, {0, c1}, {0, c2}, {0, c3}, {0, c4}}
	return kept
}

// sift2Plain is sift1Plain for masks of two words.
func sift2Plain(toLow, toHigh, fromLow, fromHigh []uint64, n int, chosenLow, chosenHigh uint64, c *planes) int {
	kept := 0
	*c = planes{}
	fromHigh = fromHigh[:n]
	for at, low := range fromLow[:n] {
		high := fromHigh[at]
		toLow[kept], toHigh[kept] = low, high
		if low&chosenLow|high&chosenHigh != 0 {
			continue
		}
		kept++
		m := pair{low, high}
		for j := range 4 {
			c[j], m = c[j].xor(m), c[j].and(m)
		}
		c[4] = c[4].or(m)
	}
	clear(toLow[kept : kept+group])
	clear(toHigh[kept : kept+group])
	return kept
}

// pickPlain sets bit k of picked for each k of the first n masks that has the item's bit, and
// clears the others up to a whole word.
func pickPlain(picked, list []uint64, n int, item uint64) {
	for w := 0; w*64 < n; w++ {
		bits := uint64(0)
		for k, m := range list[w*64 : min(n, w*64+64)] {
			if m&item != 0 {
				bits |= 1 << k
			}
		}
		picked[w] = bits
	}
}
