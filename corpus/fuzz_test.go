package corpus

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"xcbench/format"
)

// An id is either a member under its normal name or an error that says why.
func FuzzFind(f *testing.F) {
	for _, in := range []string{
		"queens/8_middle", "sudoku/ai_escargot", "golfers/4x3x3", "random/i40_m120_k4_s1", "queens/00008", "a/b", "",
		"domino/1x",
	} {
		f.Add(in)
	}
	f.Fuzz(func(t *testing.T, id string) {
		in, err := Find(id)
		var (
			unknown *UnknownError
			param   *ParamError
		)
		if err != nil {
			if !errors.As(err, &unknown) && !errors.As(err, &param) {
				t.Fatalf("got a %T, want an UnknownError or a ParamError", err)
			}
			return
		}
		again, err := Find(in.ID())
		if err != nil || again.ID() != in.ID() {
			t.Fatalf("%s: got %s, %v, want itself", in.ID(), again.ID(), err)
		}
	})
}

// Every line of a list of words is a word of small letters, or an error that names its place.
func FuzzWords(f *testing.F) {
	for _, list := range []string{"cat\nARE\n", "ab\r\n\n  cd", "two words\n", "d\u00e9j\u00e0\n", "\xff\n", "\u212a\n"} {
		f.Add(list)
	}
	f.Fuzz(func(t *testing.T, list string) {
		lists, err := readWords("my.txt", list)
		if err != nil {
			var syntax *format.SyntaxError
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Col < 1 || syntax.Line > strings.Count(list, "\n")+1 {
				t.Fatalf("got %v, want an error with line and column", err)
			}
			return
		}
		words := 0
		for length, all := range lists {
			words += len(all)
			for _, w := range all {
				if len(w) != length || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
					t.Fatalf("got %q among the words of %d letters", w, length)
				}
			}
		}
		if lines := len(slices.Collect(strings.Lines(list))); words != lines {
			t.Fatalf("got %d words of %d lines", words, lines)
		}
	})
}
