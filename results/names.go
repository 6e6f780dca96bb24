package results

import (
	"strings"

	"golang.org/x/perf/benchfmt"

	"xcbench/results/compare"
)

// names keeps one copy of each name in a file and numbers the names. A run repeats its names in
// every row and in every profile.
type names struct {
	numbers map[string]uint32
	copies  []string         // by number
	machine *compare.Machine // of the last row
}

func newNames() *names { return &names{numbers: map[string]uint32{}} }

// number returns the number of a name. A new name is copied, so that a longer text around it is not
// kept.
func (n *names) number(name string) uint32 {
	k, ok := n.numbers[name]
	if !ok {
		k, name = uint32(len(n.copies)), strings.Clone(name)
		n.numbers[name], n.copies = k, append(n.copies, name)
	}
	return k
}

// kept returns the one copy of a name.
func (n *names) kept(name string) string { return n.copies[n.number(name)] }

// numbered is a search as the numbers of its family, instance and solver. It takes a fifth of the
// memory of a [Search].
type numbered [3]uint32

func (n *names) search(family, name, solver string) numbered {
	return numbered{n.number(family), n.number(name), n.number(solver)}
}

// machineOf returns the machine of a row. Rows of the same machine that follow each other share it.
func (n *names) machineOf(rec *benchfmt.Result) *compare.Machine {
	if n.machine == nil || !n.machine.Measured(rec) {
		m := compare.MachineOf(rec)
		if m == (compare.Machine{}) {
			return nil
		}
		n.machine = &m
	}
	return n.machine
}
