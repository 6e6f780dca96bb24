package format_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
)

// fuzz reads a text and checks what must hold for any text: no panic, errors that are SyntaxErrors,
// and problems that can be written and read back.
func fuzz(t *testing.T, text, from string) {
	all, err := readAll(text, from)
	if _, ok := err.(*format.SyntaxError); err != nil && !ok {
		t.Fatalf("got a %T (%v), want a *SyntaxError", err, err)
	}
	for _, p := range all {
		if p.Line < 1 || p.Line > strings.Count(text, "\n")+1 {
			t.Errorf("got line %d, want one of the text", p.Line)
		}
		if p.Problem().Primary() == 0 {
			continue
		}
		var out bytes.Buffer
		if err := format.WriteDLX(&out, p.Problem()); err != nil {
			t.Fatal(err)
		}
		again, err := readAll(out.String(), "dlx")
		if err != nil || !sameProblem(p.Problem(), again[0].Problem()) {
			t.Errorf("got %v from\n%s, want the same problem", err, out.String())
		}
		if p.Problem().Entries() < 1000 {
			wantReadableCNF(t, p.Problem())
		}
	}
}

// wantReadableCNF checks that p is written as a complete formula.
func wantReadableCNF(t *testing.T, p *cover.Problem) {
	for _, amo := range []format.AMO{format.Pairwise, format.Sequential} {
		text := cnfOf(t, p, amo)
		if _, err := readAll(text, ""); err != nil {
			t.Errorf("got %v from\n%s, want a formula", err, text)
		}
	}
}

func FuzzSniff(f *testing.F) {
	for _, text := range []string{
		"", "#", knuth2000, wiki, "3\n" + wiki[:80], "2 2\n01\n10\n", "| 5 3 . |\n", "\xff\xfe", "1 2 3 4\n2",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { fuzz(t, text, "") })
}

func FuzzDLX(f *testing.F) {
	for _, text := range []string{knuth2000, "a b | c\na c\nc\n", "a |b\na:1\n", "2|a\n", "\uFEFF| c\r\na\r\n", "a ||"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { fuzz(t, text, "dlx") })
}

func FuzzMatrix(f *testing.F) {
	for _, text := range []string{"2 2\n01\n1 0\n", "-1 1\n", "0 3\n0 0\n", "9 9\n0", "2 1 # c\n0\n1\n1 1\n1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { fuzz(t, text, "matrix") })
}

// FuzzSudoku also writes answers into the puzzles. The result must be a full puzzle.
func FuzzSudoku(f *testing.F) {
	seeds := []string{
		wiki + " note\n", "2\n" + wiki + "\nend\n", "1234\n12.4\n----\n----\n", "12.4............\n#\n",
		"+--+--+\n|12|34|\n",
	}
	for _, all := range []string{hex, oneToG, aToP} {
		puzzle, _ := pattern(16)
		seeds = append(seeds, style{sign: signs(all), boxes: "|", border: "----+----\n"}.paint(16, puzzle))
	}
	puzzle, _ := pattern(25)
	seeds = append(seeds, style{sign: number(2, "--"), between: " ", boxes: " | "}.paint(25, puzzle))
	for _, text := range seeds {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fuzz(t, text, "sudoku")
		r, err := format.NewReader("in", strings.NewReader(text), format.Options{From: "sudoku"})
		for err == nil {
			var p *format.Puzzle
			if p, err = r.Read(); err != nil {
				break
			}
			var full []int
			limits := cover.Limits{Solutions: 1, Nodes: 2000} // a fuzzer finds hard puzzles too
			cover.Solve(t.Context(), dlx.Index(cover.MRV), p.Problem(), limits, func(options []int) bool {
				full = slices.Clone(options)
				return true
			})
			if full == nil {
				continue
			}
			if err := p.Answer.Check(full); err != nil {
				t.Error(err)
			}
			out := string(p.Answer.Append(nil, full))
			again, err := readAll(out, "sudoku")
			if err != nil || len(again) != 1 {
				t.Fatalf("got %d puzzles and error %v from\n%s, want one", len(again), err, out)
			}
			if p := again[0].Problem(); p.Items() != 0 {
				t.Errorf("got a puzzle with %d items from\n%s, want a full one", p.Items(), out)
			}
		}
	})
}
