// Package compare sets benchmark results side by side as benchstat does, in
// process: medians with confidence intervals, the Mann-Whitney U test, and
// geometric means, of any files in Go's benchmark format.
//
// It differs from benchstat where that misleads about exact cover. A unit that
// is declared exact is compared to the last digit, so that 1000000 to 1000001
// is a change. A p-value counts only after Holm's correction over its table: at
// 5%, twenty comparisons of a program with itself would show one difference. A
// geometric mean is taken over the rows that all columns have, and a zero is
// left out of it. And a search that was stopped by a time limit has no value.
//
// It imports cover and internal/spelling, and nothing else of this module. Start reading at table.go.
package compare
