// Package cover defines the exact cover problem and the contract every solver
// of it keeps.
//
// Given items and options, each option a set of items, find the sets of
// options that contain every primary item exactly once and every secondary
// item at most once (D. E. Knuth, The Art of Computer Programming, section
// 7.2.2.1, whose words are used throughout).
//
// Start reading at [Problem] and [Builder] for what is solved, at [Solver] and
// [Search] for how, and at [Check] for why an answer is believed. [Meter] is
// the bookkeeping that solvers share: it counts nodes and updates level by
// level and says when a search has to stop. [WithTrace] follows a search node by node.
// Those who solve many problems over the same items and options go on at [Problem.Restrict] and [Renew].
//
// The package imports nothing else of this module.
//
// # Room to grow
//
// Colours of secondary items and multiplicities of primary ones will come as
// further columns beside the ones that [Problem] has, reached by accessors of
// their own; what is here keeps its meaning. A solver that does not know
// them refuses such a problem with an [UnsupportedError]. The characters ':'
// and '|', which Knuth's formats use for both, are therefore kept out of item
// names.
package cover
