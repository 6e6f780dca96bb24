//go:build !amd64 || purego

package bitset

var hasAVX512, filterAVX512, hasAVX2 = false, false, false
