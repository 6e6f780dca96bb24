// Package report shows results to people as tables (tablewriter); plots are package chart's.
//
// It imports results, solvers, corpus and cover. Start reading at table.go.
package report
