// Package compare has the verdicts about rows. [Collect] makes tables of differences from files in Go's
// benchmark format, and [Tabulate] and [Judge] from rows in memory. [CheckCounts] and [CheckTimes] are
// the gate, [Rank] is the ranking, and [MeasureNoise] the noise floor. The numbers come from
// internal/stats.
//
// Its tables have the statistics of benchstat: medians with confidence intervals, the Mann-Whitney U
// test and geometric means. They differ from benchstat where benchstat misleads about exact cover:
//
//   - A unit that is declared exact is compared to the last digit: 1000000 to 1000001 is a change.
//   - A p-value counts only after a correction over its table. Without it, twenty comparisons of a
//     program with itself show one difference on average at the 5% level.
//   - A geometric mean is taken over the rows that all columns have, and leaves out zeros.
//   - A search that was stopped by a time limit has no value.
//
// A table is made in three steps. Samples go into groups, one for a row and a column (group.go). A
// builder summarizes the samples of each group and tests them against the base (build.go). The sums over
// all rows correct the p-values, and have the geometric means and the verdicts (verdict.go).
//
// Start reading at table.go.
package compare
