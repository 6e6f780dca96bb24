package infer

import "math/bits"

// plan is how a problem is searched.
type plan struct {
	dense bool // look ahead at the item to branch on, and find that by counting, instead of keeping counts
}

// choosePlan makes a plan by the shape of the problem. To keep counts costs a step for each primary item of
// each option removed, which at first is
//
//	mean number of conflicts of an option * mean number of its primary items
//
// for an option chosen; to count anew costs at most a step for each word of each primary item. Counting
// is the simpler loop, and vectors do it, so it wins up to twice the
// steps: measured, keeping wins on sudokus, large quasigroups and dominoes, counting on packings, queens and Langford
// pairs.
//
// Looking ahead pays on the same side: where an option has many conflicts, rows have bits
// in common. On Scott's pentominoes it leaves 23% of the nodes, on soma cubes 41%; on 9x9 and 16x16 sudokus and
// quasigroups, without asking for hopeless options, all but 1 in 1000, for 2% more time.
func choosePlan(t *tables) plan {
	conflicts := 0
	for _, word := range t.conflict {
		conflicts += bits.OnesCount64(word)
	}
	options := max(1, len(t.start)-1)
	keep := conflicts * len(t.items) / (options * options)
	return plan{dense: 2*keep >= len(t.within)*t.width}
}
