// Package results is the record of a run: the samples, one per row in Go's benchmark format, the level
// profiles, the committed baseline.txt, and run.json, which says what was planned and where. It writes
// and reads them.
//
// Start reading at row.go; units.go is the table of all values that a row can have. read.go has the
// reader of rows, query.go the keys by which rows are compared, record.go run.json.
package results
