//go:build !amd64 || purego

package bitset

import "xcbench/cover"

// choose returns the one representation that needs no assembly.
func choose(*cover.Problem) representation { return prepareDense }
