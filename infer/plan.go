package infer

import "math/bits"

// plan is how a problem is searched.
type plan struct {
	look bool // look ahead at the item to branch on
	scan bool // find the smallest item by counting, instead of keeping counts; the tree is the same
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
// in common. On Scott's pentominoes it leaves 29% of the nodes, on 12 queens 80%; on 9x9 and 16x16 sudokus and
// quasigroups all but 1 in 1000, for 2% more time.
func choosePlan(t *tables) plan {
	conflicts := 0
	for _, word := range t.conflict {
		conflicts += bits.OnesCount64(word)
	}
	options := max(1, len(t.start)-1)
	keep := conflicts * len(t.items) / (options * options)
	dense := 2*keep >= len(t.within)*t.width
	return plan{look: dense, scan: dense}
}
