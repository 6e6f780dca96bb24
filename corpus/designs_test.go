package corpus

import (
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
)

// memberOf builds a member of a family, catalogued or not.
func memberOf(t testing.TB, f *Family, name string) *format.Puzzle {
	t.Helper()
	v, err := f.parse(name)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.name(v); got != name {
		t.Fatalf("%s/%s: got the name %s back, want it in its normal form", f.Name, name, got)
	}
	puzzle, err := f.instance(v).Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	return puzzle
}

// solved searches the whole tree of a member.
func solved(t testing.TB, f *Family, name string) cover.Stats {
	t.Helper()
	stats, err := cover.Solve(t.Context(), dlx.Index(cover.MRV), memberOf(t, f, name).Problem(), cover.Limits{}, nil)
	if err != nil || stats.Status != cover.Solved {
		t.Fatalf("%s/%s: got %s, %v, want it solved", f.Name, name, stats.Status, err)
	}
	return stats
}

// knownCount is a member and its number of solutions. Short tests skip slow members.
type knownCount struct {
	family *Family
	name   string
	want   int64
	slow   bool
}

func counts(t *testing.T, table []knownCount) {
	t.Helper()
	for _, c := range table {
		if c.slow && testing.Short() {
			continue
		}
		if got := solved(t, c.family, c.name).Solutions; got != c.want {
			t.Errorf("%s/%s: got %d solutions, want %d", c.family.Name, c.name, got, c.want)
		}
	}
}

// Knuth's dlx1 gives these counts on the same problems.
func TestDesignsHaveTheCountersOfDLX1(t *testing.T) {
	for _, c := range []struct {
		family         *Family
		name           string
		nodes, updates int64
	}{
		{&bell, "8", 8280, 87056},
		{&bell, "10", 231950, 3021046},
		{&latin, "4", 4745, 34017},
		{&latin, "5", 1701926, 12327906},
		{&matching, "k12", 25059, 104490},
		{&sts, "7", 156, 1306},
		{&sts, "9", 6553, 64289},
	} {
		if testing.Short() && c.updates > 1_000_000 {
			continue
		}
		if got := solved(t, c.family, c.name); got.Nodes != c.nodes || got.Updates != c.updates {
			t.Errorf("%s/%s: got %d nodes, %d updates, want %d, %d",
				c.family.Name, c.name, got.Nodes, got.Updates, c.nodes, c.updates)
		}
	}
}

// The picture of a solution has every square, number or vertex.
func TestPicturesOfDesignsAreComplete(t *testing.T) {
	for _, c := range []struct {
		family      *Family
		cells, dots int
	}{
		{&torus, 49, 0}, {&latin, 25, 0}, {&qwh, 81, 0}, {&mates, 49, 0}, {&transversal, 49, 0}, {&sts, 3 * 12, 0},
		{&kirkman, 4 * 9, 0}, {&golfers, 4 * 9, 0}, {&onefactor, 0, 6}, {&matching, 0, 20}, {&permanent, 64, 0},
		{&bell, 8, 0}, {&blocks, 9, 0}, {&threedm, 3 * 12, 0}, {&numbertriples, 24, 0}, {&threepartition, 24, 0},
		{&trianglePartition, 0, 45}, {&colouring, 10, 0},
	} {
		f := c.family
		puzzle := memberOf(t, f, f.Sample)
		var solution []int
		keep := func(options []int) bool { solution = append(solution, options...); return false }
		_, err := cover.Solve(t.Context(), dlx.Index(cover.MRV), puzzle.Problem(), cover.Limits{}, keep)
		if err != nil || solution == nil {
			t.Errorf("%s/%s: got %v, %v, want a solution", f.Name, f.Sample, solution, err)
			continue
		}
		p := draw(t, puzzle, solution)
		if len(p.Cells) != c.cells || len(p.Dots) != c.dots || len(p.Text()) < 3 {
			t.Errorf("%s/%s: got %d cells, %d dots, text %q, want %d, %d and some text",
				f.Name, f.Sample, len(p.Cells), len(p.Dots), p.Text(), c.cells, c.dots)
		}
		for _, cell := range p.Cells {
			if cell.Outline == nil || cell.Label == "" {
				t.Errorf("%s/%s: got a cell without outline or label at row %d, column %d of the text",
					f.Name, f.Sample, cell.Row, cell.Col)
			}
		}
		if err := p.SVG(&strings.Builder{}, f.Name); err != nil {
			t.Errorf("%s/%s: got %v, want an SVG", f.Name, f.Sample, err)
		}
	}
}
