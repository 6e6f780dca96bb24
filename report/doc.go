// Package report makes tables of results, as text, Markdown, HTML, CSV and JSON. Package chart
// makes plots.
//
// Start reading at table.go.
package report
