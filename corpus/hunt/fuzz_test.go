package hunt

import (
	"slices"
	"strings"
	"testing"

	"xcbench/format/sudoku"
	"xcbench/solvers"
)

// Reading a written hunt and writing it again gives the same text. Any other text is an error at one
// of its lines.
func FuzzRead(f *testing.F) {
	v, _ := solvers.Find("bitset")
	o := Options{Solver: v, Measure: Nodes, Copies: 1, Seed: 1, Count: 2, Climbs: 1}
	h, err := New(o)
	if err != nil {
		f.Fatal(err)
	}
	begun := file(f, h)
	if err := h.Step(f.Context(), 1); err != nil {
		f.Fatal(err)
	}
	text := file(f, h)
	lines := strings.SplitAfter(text, "\n")
	two := h.Puzzles()[0] // puzzles are minimal, so it has two solutions without a clue
	two.grid.Cells = slices.Clone(two.grid.Cells)
	two.grid.Cells[slices.IndexFunc(two.grid.Cells, func(digit uint8) bool { return digit > 0 })] = 0
	two.grid = o.copy(two.grid.Canonical(), 0)
	for _, seed := range []string{
		strings.Replace(text, lines[2], two.line()+"\n", 1),
		begun, text,
		text[:len(text)-1], text[:len(text)-40], lines[0], // torn
		text + lines[2], // one puzzle too many
		strings.Replace(text, lines[3], lines[2], 1), // doubled
		strings.Replace(text, lines[3], "# "+lines[3], 1),
		strings.Replace(text, "score=", "score=NaN", 1),
		strings.Replace(text, "# 2 puzzles", "# 999999999 puzzles", 1),
		strings.Replace(text, "climbs 1", "climbs -95", 1),
		strings.Replace(text, " open", " \x1b[31mopen", 1),
		strings.ReplaceAll(text, "\n", "\r\n"),
		"\xff\xfe#\x00", "# xcbench corpus hunt", lines[0] + strings.Repeat("x", 3000),
	} {
		f.Add(seed)
	}
	// Most inputs have the puzzles of the seeds.
	forms, all := map[string]sudoku.Grid{}, canonical
	canonical = func(g sudoku.Grid) sudoku.Grid {
		if len(forms) > 1000 {
			clear(forms)
		}
		c, ok := forms[string(g.Cells)]
		if !ok {
			c = all(g)
			forms[string(g.Cells)] = c
		}
		return c
	}
	f.Cleanup(func() { canonical = all })
	if once, _ := rewritten(f, o, text); once != text {
		f.Errorf("got %q, want %q", once, text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4<<10 {
			return // a longer hunt has more puzzles, and takes longer
		}
		if once, ok := rewritten(t, o, text); ok {
			if again, ok := rewritten(t, o, once); !ok || again != once {
				t.Errorf("got %q, %v, want %q", again, ok, once)
			}
		}
	})
}

// rewritten reads a hunt and writes it.
func rewritten(t testing.TB, o Options, text string) (string, bool) {
	h, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	if line, err := h.read(strings.NewReader(text)); err != nil {
		if line < 1 || line > strings.Count(text, "\n")+1 {
			t.Errorf("got %v at line %d, want one of the text", err, line)
		}
		return "", false
	}
	for _, p := range h.all() {
		if enumerate(p.grid, 2, nil) != 1 {
			t.Errorf("got %s, want a puzzle with one solution", p.grid)
		}
	}
	return file(t, h), true
}
