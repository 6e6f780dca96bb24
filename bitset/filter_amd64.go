//go:build !purego

package bitset

func sift1(to, from []uint64, n int, chosen uint64, c *planes) int {
	if !simd {
		return sift1Plain(to, from, n, chosen, c)
	}
	return sift1AVX512(&to[0], &from[0], n, chosen, c)
}

func sift2(toLow, toHigh, fromLow, fromHigh []uint64, n int, chosenLow, chosenHigh uint64, c *planes) int {
	if !simd {
		return sift2Plain(toLow, toHigh, fromLow, fromHigh, n, chosenLow, chosenHigh, c)
	}
	return sift2AVX512(&toLow[0], &toHigh[0], &fromLow[0], &fromHigh[0], n, chosenLow, chosenHigh, c)
}

func pick(picked, list []uint64, n int, item uint64) {
	if !simd || n == 0 {
		pickPlain(picked, list, n, item)
		return
	}
	pickAVX512(&picked[0], &list[0], n, item)
}

//go:noescape
func sift1AVX512(to, from *uint64, n int, chosen uint64, c *planes) int

//go:noescape
func sift2AVX512(toLow, toHigh, fromLow, fromHigh *uint64, n int, chosenLow, chosenHigh uint64, c *planes) int

//go:noescape
func pickAVX512(picked, list *uint64, n int, item uint64)
