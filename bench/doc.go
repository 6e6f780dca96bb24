// Package bench runs solvers over instances: first [Verify] to see that the
// answers are right (docs/oracles.md), then [Plan.Run] to see how long they take, in a
// worker process that may die without harm. [Plan.Execute] does that in a run directory.
//
// It imports results, solvers, sat, corpus, format, cover and whole. Start reading at plan.go,
// run.go and verify.go; measure.go takes a sample, remote.go has it taken elsewhere.
package bench
