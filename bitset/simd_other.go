//go:build !amd64 || purego

package bitset

var simd = false

func aligned(n int) []uint64 { return make([]uint64, n) }
