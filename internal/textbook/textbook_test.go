package textbook

import (
	"fmt"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

// bruteForce returns the solutions of p as sorted text. It tries every set of options that agree.
func bruteForce(p *cover.Problem) []string {
	var all []string
	var try func(o, covered int, chosen []int)
	try = func(o, covered int, chosen []int) {
		if o == p.Options() {
			if covered == p.Primary() {
				all = append(all, fmt.Sprint(chosen))
			}
			return
		}
		try(o+1, covered, chosen)
		if !slices.ContainsFunc(chosen, func(c int) bool { return !p.Agree(c, o) }) {
			for _, i := range p.Option(o) {
				if int(i) < p.Primary() {
					covered++
				}
			}
			try(o+1, covered, append(chosen, o))
		}
	}
	try(0, 0, nil)
	slices.Sort(all)
	return all
}

func TestSearchFindsTheSolutionsOfBruteForce(t *testing.T) {
	solvable, secondary, colours := 0, 0, 0
	for seed := range uint64(2 * seeds) {
		p := Random(seed / 2)
		if seed%2 == 1 {
			p = Coloured(p, seed)
		}
		if p.Colours() > 0 {
			colours++
		}
		want := bruteForce(p)
		if len(want) > 0 {
			solvable++
		}
		if p.Items() > p.Primary() {
			secondary++
		}
		for _, rule := range []cover.Rule{cover.MRV, cover.First} {
			got := Search(p, rule, Links, cover.Limits{})
			if !slices.Equal(Sorted(got.Shown), want) {
				t.Errorf("seed %d, %s: got %v, want %v", seed, rule, Sorted(got.Shown), want)
			}
		}
	}
	if solvable < seeds/2 || solvable > seeds*3/2 || secondary < seeds || colours < seeds/3 {
		t.Errorf("%d of %d problems have a solution, %d secondary items, %d colours; expected a mixture",
			solvable, 2*seeds, secondary, colours)
	}
}

// The figures are the solutions, nodes, updates, and nodes by level that Knuth's dlx1 reports.
func TestSearchCountsAsKnuthDoes(t *testing.T) {
	if got := Search(Toy(), cover.MRV, Links, cover.Limits{}); got.Solutions != 1 || got.Nodes != 4 || got.Updates != 20 {
		t.Errorf("colours: got %+v, want 1 solution, 4 nodes and 20 updates, as dlx2", got.Stats)
	}
	for id, want := range map[string]string{
		"queens/8":   "92 1199 21111 [1 8 42 138 274 298 210 136 92]",
		"langford/7": "52 607 8339 [1 6 30 92 172 159 95 52]",
	} {
		got := Search(corpustest.Problem(id), cover.MRV, Links, cover.Limits{})
		var nodes []int64
		for _, l := range got.Levels {
			nodes = append(nodes, l.Nodes)
		}
		if text := fmt.Sprint(got.Solutions, got.Nodes, got.Updates, nodes); text != want {
			t.Errorf("%s: got %s, want %s", id, text, want)
		}
	}
}
