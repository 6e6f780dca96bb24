// Package bench runs solvers over instances: first [Verify] to see that the
// answers are right (docs/oracles.md), then [Plan.Run] to see how long they take.
//
// It imports results, solvers, sat, corpus, format and cover. Start reading at verify.go.
package bench
