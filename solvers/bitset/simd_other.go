//go:build !amd64 || purego

package bitset

var hasAVX512, hasAVX2 = false, false

func aligned(n int) []uint64 { return make([]uint64, n) }
