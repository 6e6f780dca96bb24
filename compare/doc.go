// Package compare has the verdicts about rows. [Collect] makes tables of differences from files in Go's
// benchmark format by the keys of a [results.Query], and [Compare] from rows in memory. [CheckCounts] and [CheckTimes] are
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
// Samples go into groups (group.go): one for a search, or for a cell of a table and a member of it. A table
// is made of groups at their places (tabulate.go). The marks, the geometric means and the verdicts come from
// all rows (verdict.go).
//
// Start reading at table.go.
package compare
