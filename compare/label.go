package compare

import "strings"

// shortLabel returns the name of a row of xcbench as people write it:
// "Solve/family=queens/inst=8/solver=naive-1" becomes "queens/8 naive". It does not change the
// names of other programs' rows.
func shortLabel(name string) string {
	rest, ok := strings.CutPrefix(name, "Solve/family=")
	if !ok {
		return name
	}
	family, rest, ok := strings.Cut(rest, "/inst=")
	if !ok || strings.Contains(family, "/") {
		return name
	}
	rest = strings.TrimSuffix(rest, "-1") // the number of processors, which is always 1
	inst, solver, ok := strings.Cut(rest, "/solver=")
	if strings.ContainsAny(inst+solver, "/ ") {
		return name
	}
	if ok {
		solver = " " + solver
	}
	return family + "/" + inst + solver
}
