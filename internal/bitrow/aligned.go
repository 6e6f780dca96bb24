package bitrow

import "unsafe"

// Aligned allocates n words of zeros that begin at a multiple of 64 bytes, the size of a cache
// line. A load or store of 512 bits that crosses from one line into the next takes twice as long.
func Aligned(n int) []uint64 {
	words := make([]uint64, n+7)
	skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(words)))/8) & 7
	return words[skip:][:n:n]
}
