// Package cli has what the flags of the programs xcbench and xcbench-fleet have in common: the
// selection of instances and solvers, engines, bounds, progress, errors with their exit statuses, and
// the worker process.
//
// Start reading at [Run], which runs a program, and then at [Selection].
package cli
