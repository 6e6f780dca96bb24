package format_test

import (
	"bytes"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/sudoku"
)

// garbage is text that is no puzzle, or almost one.
var garbage = []string{
	"", "#", " \n\t\n", "\x00", "\xff\xfe6\x00 \x007\x00", "\ufeff", "6 7", "6 7\n", "-1 3\n", "1e3 3\n", "a;b\n",
	"1 999999999\n", "0 1048577\n", "NaN inf\n", "<!DOCTYPE html>\n<html><body><p>a b</p></body></html>\n",
	wiki + " and a word\n", wiki[:80] + "\n", wiki + wiki + "\n", "\u0661\u0662\u0663\u0664\n",
	"a b\na b\na b\nb a\n", "a b\na b\na\nb\n", "a b \x1b[31mc\x1b[0m\n\x1b[31mc\x1b[0m\n",
	"2 2\n01\n1", "3 3\n010\n" + strings.Repeat("01", 500) + "\n", "p cnf 3 2\n1 -2", "p cnf -1 0\n",
	"\uFEFF\uFEFFa b\n\uFEFFa b\n", strings.Repeat("long", 500) + "\n", "a " + strings.Repeat("b ", 500),
}

// sampled picks one of n texts. Some checks take a hundred times longer than reading.
func sampled(text string, n uint32) bool { return crc32.ChecksumIEEE([]byte(text))%n == 0 }

// tooMuch says whether a text is not worth its time. A longer text has more puzzles of the same
// kinds, and a header alone can ask for a million items.
func tooMuch(text string) bool {
	if len(text) > 4<<10 {
		return true
	}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) > 3 && fields[0] == "p" && len(fields[2]) > 2 {
			return true
		}
		if len(fields) > 1 && len(fields[1]) > 4 && strings.Trim(fields[0], "0") == "" {
			return true
		}
	}
	return false
}

// fuzz reads a text and checks what must hold for any text: no panic, errors that are SyntaxErrors
// at a place in the text, and puzzles that can be written and read back.
func fuzz(t *testing.T, text, from string) {
	if tooMuch(text) {
		return
	}
	all, err := readAll(text, from)
	lines := strings.Count(text, "\n") + 1
	if at, ok := err.(*format.SyntaxError); err != nil && (!ok || at.Line < 1 || at.Line > lines+1 || at.Col < 1) {
		t.Fatalf("got a %T (%v), want a *SyntaxError at one of %d lines or behind them", err, err, lines)
	}
	for k, p := range all {
		if p.Line < 1 || p.Line > lines {
			t.Errorf("got line %d, want one of %d", p.Line, lines)
		}
		if k > 2 {
			continue // like the puzzles before it
		}
		if g, ok := p.Sudoku(); ok {
			wantSameBoard(t, p)
			if g.Side > 4 && (g.Side > 16 || !sampled(text, 256)) {
				continue
			}
		}
		if p.Problem().Primary() > 0 {
			wantSameProblem(t, p.Problem(), text)
		}
	}
}

// wantSameBoard writes a sudoku in a line and reads it back.
func wantSameBoard(t *testing.T, p *format.Puzzle) {
	var out bytes.Buffer
	if err := format.WriteSudoku(&out, p); err != nil {
		t.Fatal(err)
	}
	again, err := readAll(out.String(), "sudoku")
	if err != nil || len(again) != 1 {
		t.Fatalf("got %d puzzles and error %v from\n%s, want one", len(again), err, out.String())
	}
	want, _ := p.Sudoku()
	if got, _ := again[0].Sudoku(); !sameBoard(got, want) {
		t.Errorf("got %v from\n%s, want %v", got, out.String(), want)
	}
}

// wantSameProblem writes a problem as DLX text and as formulas, and reads them back.
func wantSameProblem(t *testing.T, p *cover.Problem, text string) {
	var out bytes.Buffer
	if err := format.WriteDLX(&out, p); err != nil {
		t.Fatal(err)
	}
	again, err := readAll(out.String(), "dlx")
	if err != nil || !sameProblem(p, again[0].Problem()) {
		t.Errorf("got %v from\n%s, want the same problem", err, out.String())
	}
	if p.Entries() > 100 && !sampled(text, 64) || p.Entries() > 1000 {
		return // n options of an item make n² clauses
	}
	for _, amo := range []format.AMO{format.Pairwise, format.Sequential} {
		text := cnfOf(t, p, amo)
		if _, err := readAll(text, ""); err != nil {
			t.Errorf("got %v from\n%s, want a formula", err, text)
		}
	}
}

// FuzzText reads texts as what they look like, and as each format.
func FuzzText(f *testing.F) {
	for _, c := range texts(f) {
		f.Add(c.text, c.from)
	}
	for _, text := range append(formulas, garbage...) {
		for _, from := range append(format.Names(), "") {
			f.Add(text, from)
		}
	}
	f.Fuzz(func(t *testing.T, text, from string) {
		if from == "" || slices.Contains(format.Names(), from) {
			fuzz(t, text, from)
		}
	})
}

var formulas = []string{
	"p cnf 2 1\n1 -2 0\n", "c\np cnf 3 2\n1\n-2 0 0\n%\n0\n", "p cnf 0 1\n0", "p cnf 2 2\n1 0 -1 1 0\n",
	"p cnf 1 -1\n",
}

// sameBoard compares boards with their shapes.
func sameBoard(a, b sudoku.Grid) bool {
	return a.Side == b.Side && a.Rows == b.Rows && a.Cols == b.Cols && a.Rules == b.Rules &&
		slices.Equal(a.Region, b.Region) && slices.Equal(a.Cells, b.Cells)
}
