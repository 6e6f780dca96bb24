// Package bench runs solvers over instances. [Worker.Verify] checks that their answers are right
// (docs/oracles.md). [Plan.Execute] measures how long they take and records every sample in a run
// directory. Searches run in a worker process, so a solver that hangs or crashes does not end them.
//
// Start reading at plan.go, run.go and verify.go. protocol.go says what a worker is asked: worker.go
// calls it, and serve.go answers.
package bench
