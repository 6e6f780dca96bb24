package sudoku_test

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format/sudoku"
)

const escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."

// escargotDLX is the puzzle in Knuth's form, as DLX text.
//
//go:embed testdata/escargot.dlx
var escargotDLX string

// text writes p as DLX text.
func text(p *cover.Problem) string {
	var lines []string
	var names []string
	for i := range p.Items() {
		names = append(names, p.Name(i))
	}
	lines = append(lines, strings.Join(names, " "))
	for o := range p.Options() {
		names = nil
		for _, i := range p.Option(o) {
			names = append(names, p.Name(int(i)))
		}
		lines = append(lines, strings.Join(names, " "))
	}
	return strings.Join(lines, "\n") + "\n"
}

// solve returns the solutions of g as boards, at most two.
func solve(t testing.TB, g sudoku.Grid, givens sudoku.Givens) []sudoku.Grid {
	t.Helper()
	var all []sudoku.Grid
	visit := func(options []int) bool {
		all = append(all, g.With(nil, options))
		return true
	}
	_, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), g.Problem(givens), cover.Limits{Solutions: 2}, visit)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestOmitIsKnuthsForm(t *testing.T) {
	got := text(board(t, escargot).Problem(sudoku.Omit))
	if got != escargotDLX {
		t.Errorf("got\n%s\nwant\n%s", got, escargotDLX)
	}
}

func TestSingleKeepsAllItems(t *testing.T) {
	g := board(t, wiki)
	p := g.Problem(sudoku.Single)
	clues := 81 - strings.Count(wiki, ".")
	if got, want := p.Items(), 4*81; got != want {
		t.Errorf("got %d items, want %d", got, want)
	}
	if got, want := p.Options(), clues+9*(81-clues); got != want {
		t.Errorf("got %d options, want %d", got, want)
	}
}

func TestBlankBoardsAreTheSameInBothForms(t *testing.T) {
	for _, side := range []int{4, 9, 16, 25} {
		g, err := sudoku.New(side)
		if err != nil {
			t.Fatal(err)
		}
		omit, single := text(g.Problem(sudoku.Omit)), text(g.Problem(sudoku.Single))
		if omit != single {
			t.Errorf("side %d: got different problems, want the same", side)
		}
		last := string("0123456789abcdefghijklmno"[side-1])
		if want := fmt.Sprintf("p%[1]s%[1]s r%[1]s%[1]s c%[1]s%[1]s b%[1]s%[1]s\n", last); !strings.HasSuffix(omit, want) {
			t.Errorf("side %d: got another last option, want %s", side, want)
		}
	}
}

func TestProblemDoesNotShareTheBoard(t *testing.T) {
	g := board(t, wiki)
	p := g.Problem(sudoku.Omit)
	want := text(p)
	clear(g.Cells)
	if got := text(p); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The board of a problem has the digits that are placed, and those that are the only ones left in their
// cells. A problem that rules out anything else is that of no board.
func TestOfFindsTheBoardOfAProblem(t *testing.T) {
	blank, err := sudoku.New(4)
	if err != nil {
		t.Fatal(err)
	}
	base, _, _ := blank.Problem(sudoku.Omit).Base()
	for _, c := range []struct {
		taken, without []int32 // option 4k+d-1 puts digit d into cell k
		want           string
	}{
		{nil, nil, "................"},
		{[]int32{2}, nil, "3..............."},
		{nil, []int32{4, 5, 7}, ".3.............."},
		{[]int32{63}, []int32{4, 5, 6}, ".4.............4"},
		{nil, []int32{4, 5}, ""},
		{nil, []int32{4, 5, 6, 7}, ""},
		{[]int32{4}, []int32{5, 6, 7}, ""},
	} {
		got, ok := sudoku.Of(base.Restrict(c.taken, c.without))
		if ok != (c.want != "") || ok && got.String() != c.want {
			t.Errorf("with %v and without %v: got %v, %t, want %q", c.taken, c.without, got.Cells, ok, c.want)
		}
	}
}

func TestDigitAboveTheSidePanics(t *testing.T) {
	g := board(t, "5"+wiki[1:])
	g.Cells[40] = 10
	for _, givens := range []sudoku.Givens{sudoku.Omit, sudoku.Single} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("givens %d: got no panic, want one", givens)
				}
			}()
			g.Problem(givens)
		}()
	}
}

func ExampleGrid_Problem() {
	puzzle, err := sudoku.New(4)
	if err != nil {
		fmt.Println(err)
		return
	}
	copy(puzzle.Cells, []uint8{1, 2, 0, 4})
	p := puzzle.Problem(sudoku.Omit)
	fmt.Println(p.Items(), "items,", p.Options(), "options; the first is")
	var first []string
	for _, i := range p.Option(0) {
		first = append(first, p.Name(int(i)))
	}
	fmt.Println(strings.Join(first, " "))

	search, err := cover.Prepare(dlx.Index(cover.MRV), p)
	if err != nil {
		fmt.Println(err)
		return
	}
	search.Run(context.Background(), cover.Limits{Solutions: 1}, func(options []int) bool {
		solution := puzzle.With(nil, options)
		fmt.Println(solution, puzzle.Check(solution))
		return true
	})
	// Output:
	// 52 items, 37 options; the first is
	// p02 r02 c22 b12
	// 1234341221434321 <nil>
}
