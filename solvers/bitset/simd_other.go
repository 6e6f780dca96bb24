//go:build !amd64 || purego

package bitset

var hasAVX512, hasAVX2 = false, false
