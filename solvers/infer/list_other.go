//go:build !amd64 || purego

package infer

// hasLists is false in builds without assembly, since rows are faster than lists in plain Go.
func hasLists() bool { return false }

var lists = [2]listKernel{listsPlain, listsPlain}
