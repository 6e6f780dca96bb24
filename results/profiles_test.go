package results

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/columns"
)

// A set of searches is a set, with more solvers than a word has bits.
func TestASearchSetHasEachSearchOnce(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 3))
	known := columns.NewNames()
	for _, id := range []string{"f/p0", "f/p1", "g/p2"} {
		known.Number(id)
	}
	set, seen := newSearchSet(known), map[string]bool{}
	for n := range 12000 {
		p := Profile{Family: []string{"f", "g"}[dice.IntN(2)], Name: fmt.Sprintf("p%d", dice.IntN(4)),
			Solver: fmt.Sprintf("s%02d", dice.IntN(70))}
		if n < 70 { // solvers are numbered in order
			p.Solver = fmt.Sprintf("s%02d", n)
		}
		search := p.InstanceID() + " " + p.Solver
		got, fresh := set.add(p)
		if fresh == seen[search] || got.Family != p.Family || got.Name != p.Name || got.Solver != p.Solver {
			t.Fatalf("%s: got %+v, new %v, want new %v", search, got, fresh, !seen[search])
		}
		seen[search] = true
	}
	if len(seen) != 8*70 {
		t.Errorf("got %d searches, want all", len(seen))
	}
}

// A directory yields the profiles of believed answers that are wanted, on all instances.
func TestADirectoryYieldsTheProfilesThatAreWanted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	d, err := Begin(dir)
	if err == nil {
		err = d.Start(6, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	for k := range 6 {
		row := solved(fmt.Sprint(k/2), string(rune('a'+k%2)), 1)
		row.Nodes, row.Updates = 1, 2
		if k == 2 || k == 5 {
			row.Status = Wrong
		}
		if err := d.Profile(Profile{row.Family, row.Name, row.Solver, Pack([]cover.Level{{Nodes: 1, Updates: 2}})}); err != nil {
			t.Fatal(err)
		}
		if err := d.Row(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	put(t, dir, RunFile, "{}")
	runs, err := ReadRuns([]string{dir}, nil, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		wanted func(Profile) bool
		most   int
		want   []string
	}{
		{nil, 9, []string{"0a", "0b", "1b", "2a"}}, {nil, 2, []string{"0a", "0b"}},
		{func(p Profile) bool { return p.Solver == "b" }, 9, []string{"0b", "1b"}},
		{func(p Profile) bool { return p.Name == "2" }, 9, []string{"2a"}},
	} {
		var got []string
		for p, err := range runs[0].AllProfiles(c.wanted) {
			if err != nil {
				t.Fatal(err)
			}
			if got = append(got, p.Name+p.Solver); len(got) == c.most {
				break
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
