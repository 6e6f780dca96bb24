//go:build !amd64 || purego

package bitset

func sift(to, from []uint64, room, words, n int, chosen, need *mask, keep []uint64,
	c *planes) (kept int, alive bool) {
	return siftWords(to, from, room, words, n, chosen, need, keep, c)
}

func probe(from []uint64, room, words, n int, chosen *mask, keep []uint64, union *mask) (kept int) {
	return probePlain(from, room, words, n, chosen, keep, union)
}

func compact(to, from []uint64, room, words, n int, keep []uint64, c *planes) {
	compactPlain(to, from, room, words, n, keep, c)
}

func pick(picked, list []uint64, n, item int) { pickPlain(picked, list, n, item) }
