package solvers_test

import (
	"context"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
	"xcbench/solvers/lanes"
)

// sudokuText returns the sudokus of the catalogue, one a line, or the contents of the file that
// XCBENCH_SUDOKUS names.
func sudokuText(tb testing.TB) string {
	if name := os.Getenv("XCBENCH_SUDOKUS"); name != "" {
		text, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		return string(text)
	}
	var text strings.Builder
	for _, p := range catalogueSudokus(tb) {
		g, _ := p.Sudoku()
		text.WriteString(g.String() + "\n")
	}
	return text.String()
}

// catalogueSudokus returns the puzzles of the family sudoku in the catalogue.
func catalogueSudokus(tb testing.TB) (all []*format.Puzzle) {
	for _, c := range corpus.All() {
		if c.Family != "sudoku" {
			continue
		}
		p, err := c.Puzzle()
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// eachSearch renews one search for every sudoku of a text in turn, and calls do with it.
func eachSearch(tb testing.TB, v solvers.Variant, text string, do func(p *format.Puzzle, search cover.Search)) {
	r, err := format.NewReader("text", strings.NewReader(text), format.Options{From: "sudoku"})
	if err != nil {
		tb.Fatal(err)
	}
	var search cover.Search
	for {
		p, err := r.Read()
		if err == io.EOF {
			return
		}
		if err != nil {
			tb.Fatal(err)
		}
		if search, err = cover.Renew(v, search, p.Problem()); err != nil {
			tb.Fatal(err)
		}
		do(p, search)
	}
}

// eachSudoku counts the solutions of every sudoku of a text, up to two.
func eachSudoku(tb testing.TB, v solvers.Variant, text string, do func(p *format.Puzzle, s cover.Stats)) {
	eachSearch(tb, v, text, func(p *format.Puzzle, search cover.Search) {
		do(p, search.Run(context.Background(), cover.Limits{Solutions: 2}, nil))
	})
}

// The solutions are counted twice: by one search for all sudokus, and by a new search for each.
func TestSudokusFromTextHaveAsManySolutionsAsDancingLinksFinds(t *testing.T) {
	text := sudokuText(t)
	links, _ := solvers.Find("dlx_index")
	var want []int64
	eachSudoku(t, links, text, func(_ *format.Puzzle, s cover.Stats) { want = append(want, s.Solutions) })
	for _, v := range solvers.All() {
		if v.Rule != lanes.Forced { // the others are compared level by level elsewhere
			continue
		}
		k := 0
		eachSudoku(t, v, text, func(p *format.Puzzle, s cover.Stats) {
			s.Search = 0
			check := func(options []int) bool {
				if err := cover.Check(p.Problem(), options); err != nil {
					t.Errorf("%s, line %d: %v", v.Name, p.Line, err)
				}
				return true
			}
			alone, err := cover.Solve(context.Background(), v, p.Problem(), cover.Limits{Solutions: 2}, check)
			if err != nil {
				t.Fatal(err)
			}
			alone.Setup, alone.Search = 0, 0
			if s.Solutions != want[k] || !reflect.DeepEqual(s, alone) {
				t.Errorf("%s, line %d: got %+v, want %d solutions, and %+v as without a reset",
					v.Name, p.Line, s, want[k], alone)
			}
			k++
		})
		if k != len(want) || k == 0 {
			t.Errorf("%s: got %d sudokus, want %d", v.Name, k, len(want))
		}
	}
}

// BenchmarkSudokusFromText times the way from the text of a sudoku to its number of solutions, up
// to two.
func BenchmarkSudokusFromText(b *testing.B) {
	benchmarkSudokus(b, func(v solvers.Variant, text string, done func()) {
		eachSudoku(b, v, text, func(*format.Puzzle, cover.Stats) { done() })
	})
}

// BenchmarkSudokusSetUp times the way from the text of a sudoku to a search that is ready to run.
func BenchmarkSudokusSetUp(b *testing.B) {
	benchmarkSudokus(b, func(v solvers.Variant, text string, done func()) {
		eachSearch(b, v, text, func(*format.Puzzle, cover.Search) { done() })
	})
}

// benchmarkSudokus times each, which goes through all sudokus of a text and calls done after each
// of them.
func benchmarkSudokus(b *testing.B, each func(v solvers.Variant, text string, done func())) {
	text := sudokuText(b)
	for _, name := range []string{"lanes", "dlx_index"} {
		v, _ := solvers.Find(name)
		b.Run(name, func(b *testing.B) {
			puzzles := 0
			for b.Loop() {
				each(v, text, func() { puzzles++ })
			}
			b.ReportMetric(float64(puzzles)/b.Elapsed().Seconds(), "puzzles/s")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(puzzles), "ns/puzzle")
		})
	}
}
