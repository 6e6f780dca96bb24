// Package cover defines the exact cover problem, the contract that every solver keeps, and the
// check of solutions.
//
// A problem has items and options, and each option is a set of items. A solution is a set of
// options that contains every primary item exactly once and every secondary item at most once. An
// option may give a colour to a secondary item; options that give it the same colour may be in one
// solution (exact covering with colours, XCC). The terms are from D. E. Knuth, The Art of Computer
// Programming, section 7.2.2.1.
//
// # Solving a problem
//
// A [Builder] makes a [Problem], and [Solve] searches it with a [Solver]:
//
//	var b cover.Builder
//	b.Primary("a", "b", "c")
//	b.Option("a", "b") // option 0
//	b.Option("c")      // option 1
//	p, err := b.Problem()
//	// handle err
//	stats, err := cover.Solve(ctx, solver, p, cover.Limits{}, func(options []int) bool {
//		fmt.Println(options) // [0 1]
//		return true          // go on to the next solution
//	})
//
// Believe a solution when [Check] does: it shares no code with the solvers.
//
// # Writing a solver
//
// Read [Solver], [Search] and [Meter], in this order. The first two are the contract. A Meter does
// the work that all searches share: it counts nodes and updates, enforces the limits and watches
// the context. Package naive is the shortest solver to copy from.
//
// # Solving many problems
//
// Problems that share their items and options are restrictions of one base: see [Problem.Restrict].
// To go from one to the next with the same search, use [Renew] or [SolveNext].
//
// # Following a search
//
// A [Trace] in the [Limits] of a run reports every node. It can also leave out parts of the tree.
//
// # Room to grow
//
// Primary items will have multiplicities. Problem will get a further accessor for them, and the
// present ones will keep their meaning. [Capabilities] will get a field, and a solver that does not
// set it will never see such a problem, as with colours. The characters ':' and '|', which Knuth's
// formats use for both, are therefore not allowed in the names of items and colours.
package cover
