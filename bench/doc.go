// Package bench runs solvers over instances. [Verify] checks that their answers are right
// (docs/oracles.md). [Plan.Execute] measures how long they take and records every sample in a run
// directory. A run searches in a worker process, so a solver that hangs or crashes does not end it.
//
// Start reading at plan.go, run.go and verify.go. measure.go takes a sample; remote.go has a worker
// take it.
package bench
