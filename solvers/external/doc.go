// Package external makes solvers of other programs: engines. A [Spec] describes an engine, and
// [New] makes a [cover.Solver] of it, which speaks one of the [Protocols] with the program.
//
// Nothing that an engine writes is believed. Its output is bounded, each solution is translated
// into options and checked, and counts are compared with the solutions shown. A run that fails has
// the status [cover.Failed], and its error quotes the first offending line.
//
// Start reading at [Spec].
package external
