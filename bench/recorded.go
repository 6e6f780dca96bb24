package bench

import (
	"iter"
	"slices"

	"xcbench/results"
)

// recorded is what an interrupted run has recorded already.
type recorded struct {
	rows     []results.Row
	profiles []results.Profile
}

// dropKilled drops the rows of searches whose worker was killed from outside, and returns these
// searches.
func (r *recorded) dropKilled() (again []string) {
	r.rows = slices.DeleteFunc(r.rows, func(row results.Row) bool {
		if row.Status != results.Killed {
			return false
		}
		again = append(again, row.Key().Label())
		return true
	})
	return again
}

// progressOf is how far a search has come, as its rows tell.
type progressOf struct {
	rows  int
	last  int  // the index of its last row
	ended bool // a search that did not finish is not sampled again
	again bool // it was tried again, out of the order of the plan
}

// sample is what two rows of one sample share. Small samples can share it by chance.
type sample struct {
	results.Search
	runs           int
	searched, prep float64
}

// double finds a row that the plan has no place for, and the row that it repeats; repeated is -1 if
// every row has its place. A search has at most one row for each sample, and the last one if it did not
// finish. A row that equals an earlier one is a repetition unless the plan has its sample next:
// small samples may be equal. The labels in again are of the searches that were tried again.
func (p *Plan) double(rows []results.Row, again map[string]bool) (first, repeated int) {
	searches := map[results.Search]*progressOf{}
	at := make([]*progressOf, len(p.Instances)*len(p.Variants)) // by instance, then variant
	for k, in := range p.Instances {
		for v, variant := range p.Variants {
			key := results.Search{InstanceID: in.ID(), Solver: variant.Name}
			one := &progressOf{again: again[key.Label()]}
			searches[key], at[k*len(p.Variants)+v] = one, one
		}
	}
	next, stop := iter.Pull(p.steps())
	defer stop()
	due, more := next()
	seen := map[sample]int{}
	for k, row := range rows {
		own := searches[row.Key()]
		if own == nil { // of no search of the plan
			continue
		}
		dueSearch := func() *progressOf { return at[due.instance*len(p.Variants)+due.variant] }
		for more && (dueSearch().again || dueSearch().ended || due.sample < dueSearch().rows) {
			due, more = next()
		}
		equal, found := seen[sample{row.Key(), row.Runs, row.Search, row.Setup}]
		switch {
		case own.ended || own.rows == p.Samples:
			if !found {
				equal = own.last
			}
			return equal, k
		case found && !own.again && dueSearch() != own:
			return equal, k
		}
		seen[sample{row.Key(), row.Runs, row.Search, row.Setup}] = k
		own.rows, own.last, own.ended = own.rows+1, k, !row.Measured()
	}
	return -1, -1
}
