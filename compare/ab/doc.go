// Package ab decides what became slower or faster between two sides that are measured in rounds. A
// side is a build of this program, or a solver. Package bench takes the measurements.
//
// A round takes samples of both sides in turns. The least sample of each side counts, because
// interruptions only lengthen a sample: J. Chen and J. Revels, "Robust benchmarking in noisy
// environments", 2016, arXiv:1608.04295. The value of a round is the logarithm of the ratio of both
// sides.
//
// Screening measures every search. A solver, a family or a single search becomes a suspect if its
// ratio exceeds the margin. Confirmation measures the suspects alone, until a signed-rank test
// decides or the time is spent. The test uses only the values of confirmation. The choice of the
// suspects therefore does not bias it, and Holm's correction counts the suspects only: D. R. Cox,
// "A note on data-splitting for the evaluation of significance levels", Biometrika 62 (1975),
// 441-444. The test looks at its values several times. Each look may spend half of the chance of a
// false alarm that is left, so all looks together stay below it.
//
// Start reading at ab.go.
package ab
