package results

import (
	"slices"
	"strings"
)

// MachinesKey is the configuration key of the machines of a run by several workers. Its value has the
// machines with [MachinesBetween] between them.
const (
	MachinesKey     = "machines"
	MachinesBetween = "; "
)

// Machines returns the machines on which some runs were measured, each once. A run that does not name
// its machines is known by its processor. Times of different machines cannot be compared.
func Machines(runs []Run) (all []string) {
	for _, run := range runs {
		var named []string
		for _, c := range run.Config {
			switch c[0] {
			case MachinesKey:
				named = strings.Split(c[1], MachinesBetween)
			case "cpu":
				if named == nil {
					named = []string{c[1]}
				}
			}
		}
		for _, m := range named {
			if !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	return all
}
