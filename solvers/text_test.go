package solvers_test

import (
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
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
	for _, c := range corpus.All() {
		if c.Family != "sudoku" {
			continue
		}
		p, err := c.Puzzle()
		if err != nil {
			tb.Fatal(err)
		}
		g, _ := p.Sudoku()
		text.WriteString(g.String() + "\n")
	}
	return text.String()
}

// eachSudoku counts the solutions of every sudoku of a text, up to two, with one search.
func eachSudoku(tb testing.TB, v solvers.Variant, text string, do func(p *format.Puzzle, s cover.Stats)) {
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
		do(p, run(search, cover.Limits{Solutions: 2}, nil))
	}
}

// The solutions are counted thrice: by one search for all sudokus, by a new search for each, and by
// dancing links. Solvers of other rules than that of lanes are compared level by level elsewhere.
func TestSudokusFromTextHaveAsManySolutionsAsDancingLinksFinds(t *testing.T) {
	for _, name := range []string{"lanes", "lanes_weighted"} {
		t.Run(name, func(t *testing.T) { manySolutions(t, find(name)) })
	}
}

func manySolutions(t *testing.T, v solvers.Variant) {
	puzzles := 0
	eachSudoku(t, v, sudokuText(t), func(p *format.Puzzle, got cover.Stats) {
		check := func(options []int) bool {
			if err := cover.Check(p.Problem(), options); err != nil {
				t.Errorf("line %d: %v", p.Line, err)
			}
			return true
		}
		alone := run(prepare(t, v, p.Problem()), cover.Limits{Solutions: 2}, check)
		links := run(prepare(t, find("dlx_index"), p.Problem()), cover.Limits{Solutions: 2}, nil)
		if got.Solutions != links.Solutions || !reflect.DeepEqual(got, alone) {
			t.Errorf("line %d: got %+v, want %d solutions, and %+v as without a reset", p.Line, got, links.Solutions, alone)
		}
		puzzles++
	})
	if puzzles == 0 {
		t.Error("got no sudokus")
	}
}

// BenchmarkSudokusFromText times the way from the text of a sudoku to its number of solutions, up
// to two.
func BenchmarkSudokusFromText(b *testing.B) {
	text := sudokuText(b)
	for _, name := range []string{"lanes", "lanes_weighted", "dlx_index"} {
		b.Run(name, func(b *testing.B) {
			puzzles, nodes := 0, int64(0)
			for b.Loop() {
				eachSudoku(b, find(name), text, func(_ *format.Puzzle, s cover.Stats) { puzzles++; nodes += s.Nodes })
			}
			b.ReportMetric(float64(puzzles)/b.Elapsed().Seconds(), "puzzles/s")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(puzzles), "ns/puzzle")
			b.ReportMetric(float64(nodes)/float64(puzzles), "nodes/puzzle")
		})
	}
}
