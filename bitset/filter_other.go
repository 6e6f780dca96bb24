//go:build !amd64 || purego

package bitset

func sift1(to, from []uint64, n int, chosen uint64, c *planes) int {
	return sift1Plain(to, from, n, chosen, c)
}

func sift2(toLow, toHigh, fromLow, fromHigh []uint64, n int, chosenLow, chosenHigh uint64, c *planes) int {
	return sift2Plain(toLow, toHigh, fromLow, fromHigh, n, chosenLow, chosenHigh, c)
}

func pick(picked, list []uint64, n int, item uint64) { pickPlain(picked, list, n, item) }
