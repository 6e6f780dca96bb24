//go:build !amd64 || purego

package infer

// listKernels returns none in builds without assembly, since rows are faster than lists in plain Go.
func listKernels() []*[2]listKernel { return nil }
