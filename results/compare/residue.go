package compare

import (
	"slices"
	"strings"

	"golang.org/x/perf/benchproc"
)

// residues numbers sets of keys. A group has the set of its samples' residual keys, which no table,
// row or column takes into account. Most groups have the same set. Set 0 is empty.
type residues struct {
	sets [][]benchproc.Key
	next map[step]int32
}

// step is a set and a key that is added to it.
type step struct {
	set int32
	key benchproc.Key
}

// keptResidues is the greatest size of a set. It suffices to name a key that varies within a cell.
const keptResidues = 4

// with returns the number of the union of a set and a key.
func (r *residues) with(set int32, key benchproc.Key) int32 {
	keys := r.sets[set]
	if len(keys) > 0 && keys[0] == key || len(keys) == keptResidues || slices.Contains(keys, key) {
		return set
	}
	next, ok := r.next[step{set, key}]
	if !ok {
		next = int32(len(r.sets))
		r.next[step{set, key}] = next
		r.sets = append(r.sets, append(slices.Clip(keys), key))
	}
	return next
}

// varying returns a warning for each set. It is "" for a set whose keys do not differ.
func (r *residues) varying() []string {
	all := make([]string, len(r.sets))
	for k, keys := range r.sets {
		if len(keys) < 2 {
			continue
		}
		var names []string
		for _, f := range benchproc.NonSingularFields(keys) {
			names = append(names, f.Name)
		}
		if len(names) > 0 {
			all[k] = "samples of one cell vary in " + strings.Join(names, ",")
		}
	}
	return all
}
