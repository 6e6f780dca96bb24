package compare

import "strings"

// shortLabel returns the name of a row of ours as people write it:
// "Solve/family=queens/inst=8/solver=naive-1" is "queens/8 naive". Others stay as they are.
func shortLabel(name string) string {
	rest, ok := strings.CutPrefix(name, "Solve/family=")
	if !ok {
		return name
	}
	family, rest, ok := strings.Cut(rest, "/inst=")
	if !ok || strings.Contains(family, "/") {
		return name
	}
	rest = strings.TrimSuffix(rest, "-1") // the processors, which are always 1
	inst, solver, ok := strings.Cut(rest, "/solver=")
	if strings.ContainsAny(inst+solver, "/ ") {
		return name
	}
	if ok {
		solver = " " + solver
	}
	return family + "/" + inst + solver
}
