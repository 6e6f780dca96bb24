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
			t.Add(k, Digits(n.String()), shareOf(n, all))
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
		t.Add(p.Number(o), strings.Join(items, " "), Digits(n.String()), shareOf(n, all))
	}
	t.note("%s in all", english.GroupedCountOf(all.String(), "solution"))
	return t
}

// shareOf returns the cell of a share in percent. For programs it is a number from 0 to 1, or
// nothing if there is no solution.
func shareOf(n, all *big.Int) Cell {
	if all.Sign() == 0 {
		return Cell{Text: "-"}
	}
	share, _ := new(big.Rat).SetFrac(n, all).Float64()
	return percents(share, 2)
}
