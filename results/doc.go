// Package results is the record of a run. It writes and reads the samples, one per row in Go's
// benchmark format, and the level profiles. It compares and ranks solvers, measures noise, and
// checks a run against the committed baseline.txt.
//
// Start reading at row.go; units.go is the table of all values that a row can have.
package results
