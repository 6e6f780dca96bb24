package bitrow_test

import (
	"slices"
	"testing"

	"xcbench/internal/bitrow"
	"xcbench/internal/textbook"
)

func TestConflictsAreTheOptionsThatDoNotAgree(t *testing.T) {
	for seed := range uint64(200) {
		p := textbook.Random(seed)
		if seed%2 == 0 {
			p = textbook.Coloured(p, seed)
		}
		conflicts := bitrow.NewConflicts(p)
		for o := range p.Options() {
			got, want := make([]uint64, 1), uint64(0)
			conflicts.Add(got, o)
			for other := range p.Options() {
				if other == o || !p.Agree(o, other) {
					want |= 1 << other
				}
			}
			if got[0] != want {
				t.Errorf("seed %d, option %d: got conflicts %b, want %b", seed, o, got[0], want)
			}
			for i, row := range conflicts.Within {
				if contains := slices.Contains(p.Option(o), int32(i)); row[0]>>o&1 == 1 != contains {
					t.Errorf("seed %d: item %d has the options %b, want %d: %v", seed, i, row[0], o, contains)
				}
			}
		}
	}
}
