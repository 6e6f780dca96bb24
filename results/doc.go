// Package results is the record of a run: one sample a row in Go's benchmark
// format, and the level profiles, in and out; the comparison of solvers that is made
// of them; the gate that holds a run against the committed baseline.txt; and
// the ranking of solvers.
//
// It imports compare, cover, whole and nothing else of this module. Start reading at row.go.
package results
