// Package results is the record of a run: one sample a row in Go's benchmark
// format, and the level profiles, in and out; and the comparison of solvers that
// is made of them.
//
// It imports cover and nothing else of this module. Start reading at row.go.
package results
