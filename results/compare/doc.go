// Package compare reads and compares benchmark results, with the statistics of benchstat: medians
// with confidence intervals, the Mann-Whitney U test and geometric means. It also says how much two
// columns differ over all rows ([Verdict]), and in a single row, with intervals. The numbers come from
// internal/stats.
//
// It differs from benchstat where benchstat misleads about exact cover:
//
//   - A unit that is declared exact is compared to the last digit: 1000000 to 1000001 is a change.
//   - A p-value counts only after a correction over its table. Without it, twenty comparisons of a
//     program with itself show one difference on average at the 5% level.
//   - A geometric mean is taken over the rows that all columns have, and leaves out zeros.
//   - A search that was stopped by a time limit has no value.
//
// There are two ways in and one way on. [Collect] reads files in Go's benchmark format, and
// [Tabulate] takes samples that are in memory already. Both put the samples into a store, by group
// (a row and a column of a table) and unit. A builder then makes one [Table] after another. It
// summarizes the samples of each group and tests them against the base. Then it corrects the
// p-values, takes the geometric means, and makes the verdicts. Each step is a function in a file of
// its own.
//
// Start reading at table.go.
package compare
