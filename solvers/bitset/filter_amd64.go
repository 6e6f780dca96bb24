//go:build !purego

package bitset

// sift copies the masks that have no bit of chosen, out of the n masks of from, to the list to. It
// counts them in c and returns how many they are. alive says whether their union has all bits of
// need; if not, to and c are undefined. Word w of a mask is room words behind word w-1.
func sift(to, from []uint64, room, words, n int, chosen, need *mask, keep []uint64,
	c *planes) (kept int, alive bool) {
	if filterAVX512 {
		switch words {
		case 1:
			return sift1AVX512(&to[0], &from[0], n, chosen, need, c)
		case 2:
			return sift2AVX512(&to[0], &from[0], room, n, chosen, need, c)
		}
	}
	return siftWords(to, from, room, words, n, chosen, need, keep, c)
}

// probe notes in keep which masks have no bit of chosen. It returns how many they are, and their
// union.
func probe(from []uint64, room, words, n int, chosen *mask, keep []uint64, union *mask) (kept int) {
	switch {
	case filterAVX512:
		return probeAVX512(&from[0], room, words, n, chosen, &keep[0], union)
	case words == 1:
		return probe1AVX2(&from[0], n, chosen, &keep[0], union)
	case words == 2:
		return probe2AVX2(&from[0], room, n, chosen, &keep[0], union)
	}
	return probeAVX2(&from[0], room, words, n, chosen, &keep[0], union)
}

// compact copies the masks noted in keep from one list to the other, without gaps, and counts them.
func compact(to, from []uint64, room, words, n int, keep []uint64, c *planes) {
	if filterAVX512 {
		compactAVX512(&to[0], &from[0], room, words, n, &keep[0], c)
	} else {
		compactAVX2(&to[0], &from[0], room, words, n, &keep[0], c)
	}
}

// pick makes bit k of picked say whether word k of list has bit item%64, for the first n words. The
// other bits of the last word of picked become 0.
func pick(picked, list []uint64, n, item int) {
	if filterAVX512 {
		pickAVX512(&picked[0], &list[0], n, item)
	} else {
		pickAVX2(&picked[0], &list[0], n, item)
	}
}

//go:noescape
func sift1AVX512(to, from *uint64, n int, chosen, need *mask, c *planes) (kept int, alive bool)

//go:noescape
func sift2AVX512(to, from *uint64, room, n int, chosen, need *mask, c *planes) (kept int, alive bool)

//go:noescape
func probeAVX512(from *uint64, room, words, n int, chosen *mask, keep *uint64,
	union *mask) (kept int)

//go:noescape
func compactAVX512(to, from *uint64, room, words, n int, keep *uint64, c *planes)

//go:noescape
func pickAVX512(picked, list *uint64, n, item int)

//go:noescape
func probe1AVX2(from *uint64, n int, chosen *mask, keep *uint64, union *mask) (kept int)

//go:noescape
func probe2AVX2(from *uint64, room, n int, chosen *mask, keep *uint64, union *mask) (kept int)

//go:noescape
func probeAVX2(from *uint64, room, words, n int, chosen *mask, keep *uint64, union *mask) (kept int)

//go:noescape
func compactAVX2(to, from *uint64, room, words, n int, keep *uint64, c *planes)

//go:noescape
func pickAVX2(picked, list *uint64, n, item int)
