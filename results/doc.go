// Package results is the record of a run. It writes and reads the samples, one per row in Go's
// benchmark format, the level profiles, and run.json, which says what was planned and where. It
// compares and ranks solvers, measures noise, and checks a run against the committed baseline.txt.
//
// Start reading at row.go; units.go is the table of all values that a row can have. record.go has
// run.json.
package results
