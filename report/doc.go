// Package report shows results to people: tables (tablewriter) and plots
// (gonum/plot).
//
// It imports results, solvers, cover and whole. Start reading at table.go for text and
// at theme.go for pictures.
package report
