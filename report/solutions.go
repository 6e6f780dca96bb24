package report

import (
	"math/big"
	"strings"

	"xcbench/cover"
	"xcbench/internal/english"
)

// SolutionsBySize returns the table of how many solutions have k options, for all k.
func SolutionsBySize(name string, bySize []*big.Int) Table {
	t, all := Table{Title: name + ": solutions by size", Columns: Heads(">options", ">solutions", ">share")}, new(big.Int)
	for _, n := range bySize {
		all.Add(all, n)
	}
	for k, n := range bySize {
		if len(t.Rows) > 0 || n.Sign() > 0 {
			t.Add(k, solutionCells(n, all))
		}
	}
	t.note("%s in all", english.GroupedCountOf(all.String(), "solution"))
	return t
}

// OptionFrequencies returns the table of how many solutions have each option of a problem, in the order
// of the input.
func OptionFrequencies(name string, p *cover.Problem, times []*big.Int, all *big.Int) Table {
	t := Table{Title: name + ": solutions with each option", Columns: Heads(">option", "items", ">solutions", ">share")}
	for o, n := range times {
		var items []string
		for k := range p.Option(o) {
			items = append(items, p.Entry(o, k))
		}
		t.Add(p.Number(o), strings.Join(items, " "), solutionCells(n, all))
	}
	t.note("%s in all", english.GroupedCountOf(all.String(), "solution"))
	return t
}

// solutionCells returns the cells of a number of solutions, and of its share in percent. For programs the share is a
// number from 0 to 1, or nothing if there is no solution.
func solutionCells(n, all *big.Int) []Cell {
	share := Cell{Text: "-"}
	if all.Sign() != 0 {
		x, _ := new(big.Rat).SetFrac(n, all).Float64()
		share = percents(x, 2)
	}
	return line(Digits(n.String()), share)
}
