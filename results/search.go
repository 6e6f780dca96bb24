package results

import (
	"cmp"
	"strings"
)

// Search names one solver on one instance. All samples of a search have the same key.
type Search struct{ InstanceID, Solver string }

// Label returns the search as people write it: "queens/8 naive".
func (s Search) Label() string { return s.InstanceID + " " + s.Solver }

// Compare orders searches by instance and then by solver.
func (s Search) Compare(other Search) int {
	return cmp.Or(strings.Compare(s.InstanceID, other.InstanceID), strings.Compare(s.Solver, other.Solver))
}

// Key returns the search that the row is a sample of.
func (r Row) Key() Search { return Search{r.InstanceID(), r.Solver} }
