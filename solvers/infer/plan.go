package infer

import "math/bits"

// plan is how a problem is searched.
type plan struct {
	// dense problems look ahead at the branching item and find items with few options by scanning
	// them. Other problems keep the number of live options of each item instead.
	dense bool
}

// choosePlan returns the plan that suits the shape of the problem.
//
// Keeping counts costs a step for each primary item of each option removed. At first that is, for
// an option chosen,
//
//	mean number of conflicts of an option * mean number of its primary items
//
// Scanning costs at most a step for each word of each primary item. It is the simpler loop, and
// vector instructions can do it, so it wins up to twice as many steps. Measured, keeping counts
// wins on sudokus, large quasigroups and dominoes; scanning wins on packings, queens and Langford
// pairs.
//
// Looking ahead pays for the same problems as scanning: if an option has many conflicts, the rows
// of two options have conflicts in common. The nodes that it leaves were measured:
//
//   - Scott's pentominoes: 23%;
//   - soma cubes: 41%;
//   - sudokus of 9x9 and 16x16 and quasigroups: 999 of 1000, for 2% more time. This was measured
//     without the check for hopeless options.
func choosePlan(t *tables) plan {
	conflicts := 0
	for _, word := range t.conflict {
		conflicts += bits.OnesCount64(word)
	}
	options := max(1, len(t.start)-1)
	keep := conflicts * len(t.items) / (options * options)
	return plan{dense: 2*keep >= len(t.within)*t.width}
}
