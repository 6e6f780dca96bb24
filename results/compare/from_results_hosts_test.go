package compare

import (
	"slices"
	"testing"

	"xcbench/results/compare"
)

// Times of two hosts are not compared, neither in a table nor by the gate, which names the hosts.
func TestTimesOfTwoHostsAreNotCompared(t *testing.T) {
	a, b := &compare.Machine{Host: "a", OS: "linux"}, &compare.Machine{Host: "b", OS: "linux"}
	on := func(m *compare.Machine, solver string) (rows []Row) {
		for k := range 6 {
			r := solved("1", solver, 1+float64(k)/100)
			r.Machine = m
			rows = append(rows, r)
		}
		return rows
	}
	for _, c := range []struct {
		other    *compare.Machine
		compared bool
		names    []string
	}{{a, true, nil}, {b, false, []string{"a, linux", "b, linux"}}} {
		table := Tabulate(RowsOf(append(on(a, "x"), on(c.other, "y")...)), Seconds, []string{"x", "y"}, nil)
		if cell := table.Rows[0].Cells[1]; cell.Compared != c.compared || cell.Foreign == c.compared {
			t.Errorf("host %s: got %+v, want it compared with one of host a: %v", c.other.Host, cell, c.compared)
		}
		now := append(on(a, "x"), on(c.other, "y")...)
		check, err := CheckTimes(Seconds, timed(t, "old", on(a, "x")), timed(t, "new", now), Threshold{Any: 0.05})
		if err != nil || !slices.Equal(check.Machines, c.names) {
			t.Errorf("host %s: got the machines %q, %v, want %q", c.other.Host, check.Machines, err, c.names)
		}
	}
}
