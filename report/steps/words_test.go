package steps_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
	"xcbench/report/steps"
	"xcbench/results/tree"
)

// puzzleOf returns a puzzle in DLX text.
func puzzleOf(t *testing.T, text string) *format.Puzzle {
	t.Helper()
	return read(t, text, "dlx")
}

// read returns a puzzle in a format, or in the format that is detected.
func read(t *testing.T, text, from string) *format.Puzzle {
	t.Helper()
	r, err := format.NewReader("puzzle", strings.NewReader(text), format.Options{From: from})
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func instance(t *testing.T, id string) *format.Puzzle {
	t.Helper()
	in, err := corpus.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := in.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const knuth2000 = "A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"

// search follows a search, and shows its nodes to visit.
func search(t *testing.T, p *cover.Problem, rule cover.Rule, limits cover.Limits, visit func(*tree.Node)) cover.Stats {
	t.Helper()
	f := tree.Follow(p, rule, visit)
	limits.Trace = f.Trace()
	stats, err := cover.Solve(t.Context(), dlx.Index(rule), p, limits, nil)
	if err := errors.Join(err, f.Err()); err != nil {
		t.Fatal(err)
	}
	return stats
}

// told returns the sentences about a search, each after its level.
func told(t *testing.T, text string, rule cover.Rule, limits cover.Limits) []string {
	t.Helper()
	puzzle := puzzleOf(t, text)
	p := puzzle.Problem()
	w := steps.NewWords(p, puzzle.Naming(), rule)
	all := []string{w.Begin()}
	stats := search(t, p, rule, limits, func(n *tree.Node) {
		for _, sentence := range w.Step(n) {
			all = append(all, fmt.Sprint(sentence.Level, " ", sentence.Text))
		}
	})
	return append(all, w.End(stats, limits.Nodes))
}

func TestSentencesSayWhatTheSearchDoesAndWhy(t *testing.T) {
	for _, c := range []struct {
		what, text string
		rule       cover.Rule
		limits     cover.Limits
		want       []string
	}{
		{"ties, a dead end and the way back", knuth2000, cover.MRV, cover.Limits{}, []string{
			"7 items to cover exactly once, 6 options.",
			"0 Choose A: it has 2 options, the fewest; B, C, E and F have as many but come later.",
			"1 Take A D G, option 1 of 2 for A. It covers A, D and G and rules out (A D), (B G) and (D E G); it leaves 2 options.",
			"1 Choose B: it has 1 option, the fewest; E has as many but comes later.",
			"2 Take B C F, the only option for B. It covers B, C and F and rules out (C E F); it leaves 0 options.",
			"2 Dead end: E has no option left.",
			"0 Back to A, the last item with another option.",
			"1 Take A D, option 2 of 2 for A. It covers A and D and rules out (A D G) and (D E G); it leaves 3 options.",
			"1 Choose E: it has 1 option, the fewest; G has as many but comes later.",
			"2 Take C E F, the only option for E. It covers C, E and F and rules out (B C F); it leaves 1 option.",
			"2 Choose B: it has 1 option, the fewest; G has as many but comes later.",
			"3 Take B G, the only option for B. It covers B and G and rules out nothing more; it leaves 0 options.",
			"3 No item is left to cover: solution 1.",
			"No option is left to try: the search is over after 6 nodes, with 1 solution.",
		}},
		{"the first item, and a stop", knuth2000, cover.First, cover.Limits{Nodes: 2}, []string{
			"7 items to cover exactly once, 6 options.",
			"0 Choose A, the first item left: it has 2 options.",
			"1 Take A D G, option 1 of 2 for A. It covers A, D and G and rules out (A D), (B G) and (D E G); it leaves 2 options.",
			"1 Choose B, the first item left: it has 1 option.",
			"The search goes on, but these steps stop after 2 nodes, with 0 solutions. '--nodes N' shows more.",
		}},
		{"no tie, secondary items, two solutions", "a b | s\na s\na\na b\n", cover.MRV, cover.Limits{}, []string{
			"2 items to cover exactly once, 1 item to cover at most once, 3 options.",
			"0 Choose b: it has 1 option, fewer than any other item.",
			"1 Take a b, the only option for b. It covers a and b and rules out (a s) and (a); it leaves 0 options.",
			"1 No item is left to cover: solution 1.",
			"No option is left to try: the search is over after 2 nodes, with 1 solution.",
		}},
		{"siblings", "a\na\na\n", cover.MRV, cover.Limits{}, []string{
			"1 item to cover exactly once, 2 options.",
			"0 Choose a: it has 2 options, fewer than any other item.",
			"1 Take a, option 1 of 2 for a. It covers a and rules out (a); it leaves 0 options.",
			"1 No item is left to cover: solution 1.",
			"0 Back to a, the last item with another option.",
			"1 Take a, option 2 of 2 for a. It covers a and rules out (a); it leaves 0 options.",
			"1 No item is left to cover: solution 2.",
			"No option is left to try: the search is over after 3 nodes, with 2 solutions.",
		}},
		{"colours", "a b | s t\na s:red\na s:blue t\nb s:red t\n", cover.MRV, cover.Limits{Solutions: 1}, []string{
			"2 items to cover exactly once, 1 item to cover at most once, 1 item that may be covered often in one colour, 3 options.",
			"0 Choose b: it has 1 option, fewer than any other item.",
			"1 Take b s:red t, the only option for b. It covers b, s:red and t and rules out (a s:blue t); it leaves 1 option.",
			"1 Choose a: it has 1 option, fewer than any other item.",
			"2 Take a s:red, the only option for a. It covers a and s:red and rules out nothing more; it leaves 0 options.",
			"2 No item is left to cover: solution 1.",
			"The search stopped after 3 nodes, with 1 solution.",
		}},
		{"many ties and many options", "a b c d e f\na b c d e f\na b c d e f\na b c d e f\na b c d e f\na b c d e f\na b c d e f\n",
			cover.MRV, cover.Limits{Solutions: 1}, []string{
				"6 items to cover exactly once, 6 options.",
				"0 Choose a: it has 6 options, the fewest; 5 other items have as many but come later.",
				"1 Take a b c d e f, option 1 of 6 for a. It covers a, b, c, d, e and f and rules out 5 other options; it leaves 0 options.",
				"1 No item is left to cover: solution 1.",
				"The search stopped after 2 nodes, with 1 solution.",
			}},
	} {
		got := told(t, c.text, c.rule, c.limits)
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s: got\n%s\nwant\n%s", c.what, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// film returns the page of a search.
func film(t *testing.T, name string, puzzle *format.Puzzle, limits cover.Limits) string {
	t.Helper()
	p := puzzle.Problem()
	f := steps.NewFilm(puzzle, steps.NewWords(p, puzzle.Naming(), cover.MRV))
	search(t, p, cover.MRV, limits, f.Add)
	var page bytes.Buffer
	if err := f.Write(&page, steps.Titles{Name: name, About: "about", End: "end"}); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

// dataOf returns the data of a page.
func dataOf(t *testing.T, page string) (data struct {
	Options map[int]struct {
		Name         string
		Cells, Parts []int
	}
	Frames []struct {
		Path, Choices []int
		Solution      bool
		Words         []string
	}
	Board *struct {
		Cells []struct{ Part int }
		Sides []any
	}
}) {
	t.Helper()
	found := regexp.MustCompile(`<script>const film = (.*);</script>`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("got no data in %.300s", page)
	}
	if err := json.Unmarshal([]byte(found[1]), &data); err != nil {
		t.Fatal(err)
	}
	return data
}

func TestAFilmHasAFrameForEachNodeAndTheBoard(t *testing.T) {
	for _, c := range []struct {
		id           string
		frames, last int // frames, and options taken in the last one
		cells, sides int // of the board; 0 for a list
		filled       bool
	}{
		{"queens/6", 26, 6, 36, 84, false},
		{"sudoku/ai_escargot", 146, 58, 81, 180, false},
		{"pentomino/6x10", 772, 12, 60, 136, true},
	} {
		data := dataOf(t, film(t, c.id, instance(t, c.id), cover.Limits{Solutions: 1}))
		if len(data.Frames) != c.frames || len(data.Frames[c.frames-1].Path) != c.last || !data.Frames[c.frames-1].Solution {
			t.Errorf("%s: got %d frames, the last %+v; want %d to a solution of %d options", c.id, len(data.Frames),
				data.Frames[len(data.Frames)-1], c.frames, c.last)
		}
		if data.Board == nil || len(data.Board.Cells) != c.cells || len(data.Board.Sides) != c.sides {
			t.Errorf("%s: got the board %v, want %d cells and %d sides", c.id, data.Board, c.cells, c.sides)
		}
		for _, o := range data.Options {
			if len(o.Cells) == 0 || (o.Parts[0] != data.Board.Cells[o.Cells[0]].Part) != c.filled {
				t.Errorf("%s: got option %+v, want cells, in a part of their own: %v", c.id, o, c.filled)
			}
		}
	}
}

func TestAFilmWithoutABoardListsItsOptions(t *testing.T) {
	data := dataOf(t, film(t, "knuth", puzzleOf(t, knuth2000), cover.Limits{}))
	if data.Board != nil || len(data.Options) != 6 || len(data.Frames) != 6 || data.Frames[2].Solution || len(data.Frames[2].Choices) > 0 {
		t.Errorf("got %+v, want 6 options and 6 frames, the third a dead end, and no board", data)
	}
	var many strings.Builder
	many.WriteString("a b\na b\n")
	for range 500 {
		many.WriteString("a\n")
	}
	if data := dataOf(t, film(t, "many", puzzleOf(t, many.String()), cover.Limits{})); len(data.Options) != 1 {
		t.Errorf("got %d options, want only the one that is a choice", len(data.Options))
	}
}

func TestNamesCannotBreakOutOfTheirPlaces(t *testing.T) {
	const evil = `</script><img/src=x/onerror=alert(1)>`
	page := film(t, evil, puzzleOf(t, evil+" b\n"+evil+"\nb\n"), cover.Limits{})
	if strings.Contains(page, "<img") {
		t.Errorf("got an element out of a name in %s", page)
	}
	if data := dataOf(t, page); data.Options[0].Name != evil {
		t.Errorf("got the name %q, want %q", data.Options[0].Name, evil)
	}
}

func TestTheSameStepsGiveTheSamePage(t *testing.T) {
	if a, b := film(t, "q", instance(t, "queens/6"), cover.Limits{}), film(t, "q", instance(t, "queens/6"), cover.Limits{}); a != b {
		t.Error("got another page the second time")
	}
}
