package compare

import (
	"math/big"
	"testing"
	"xcbench/cover"
)

func TestTheGateComparesExactCounts(t *testing.T) {
	of := func(n string) []Count {
		all, err := Counts([]Row{countRow("s", n)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	for k, old := range exactCounts {
		for j, now := range exactCounts {
			want := Same
			if k != j {
				want = WrongCount
			}
			if got := CheckCounts(of(old), of(now)); len(got) != 1 || got[0].Verdict != want {
				t.Errorf("%s, then %s: got %v, want %v", old, now, got, want)
			}
			samples := []Row{countRow("s", old), countRow("s", now)}
			if _, err := Counts(samples, nil); (err != nil) != (k != j) {
				t.Errorf("samples with %s and %s: got error %v", old, now, err)
			}
		}
	}
}

// The row of a count: its number of solutions in decimal.
func countRow(solver, solutions string) Row {
	n, _ := new(big.Int).SetString(solutions, 10)
	var s cover.Stats
	s.SetCount(n)
	return Row{Family: "domino", Name: "16x16", Solver: solver, Status: cover.Solved, Runs: 1, Search: 0.5, Setup: 0.25,
		Solutions: s.Solutions, Big: s.Big, Nodes: 7, Updates: 9}
}

// counts are around the bounds of floating-point numbers and of 64-bit integers.
var exactCounts = []string{"0", "1", "9007199254740992", "9007199254740993", "9007199254740995", "9223372036854775807",
	"9223372036854775808", "18446744073709551616", "18446744073709551617", "2444888770250892795802079170816"}
