// Package report makes tables of results, as text, Markdown, HTML, CSV and JSON. Package chart
// makes plots.
//
// It imports results, solvers, corpus and cover. Start reading at table.go.
package report
