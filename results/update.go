package results

import (
	"fmt"
	"slices"
)

// UpdateBaseline returns the baseline with the counts of a run, and the number of rows that only
// the old baseline has. It keeps those rows unless prune is set, so a run of some instances removes
// no others. A search of the run that did not finish is an error. With partial it keeps its old
// counts and is one of those rows, so a slow machine removes none either.
func UpdateBaseline(old, run []Count, partial, prune bool) (all []Count, others int, err error) {
	all = slices.DeleteFunc(slices.Clone(run), func(c Count) bool { return !c.Measured() })
	for _, c := range old {
		k := slices.IndexFunc(run, func(r Count) bool { return r.Search == c.Search })
		switch {
		case k >= 0 && run[k].Measured():
			continue
		case k >= 0 && !partial:
			return nil, 0, fmt.Errorf("%s: %s; the baseline has %s nodes; "+
				"a run that solves it replaces them, and --partial keeps them", c.Label(), run[k].Status, CounterText(c.Nodes))
		}
		others++
		if !prune {
			all = append(all, c)
		}
	}
	return all, others, nil
}
