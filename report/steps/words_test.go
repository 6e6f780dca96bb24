package steps_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
	"xcbench/internal/script"
	"xcbench/report/steps"
	"xcbench/results/tree"
)

// puzzleOf returns an instance, or else the puzzle of a text in a format; "" detects it.
func puzzleOf(t *testing.T, text, from string) *format.Puzzle {
	t.Helper()
	if in, err := corpus.Find(strings.TrimSpace(text)); err == nil {
		p, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
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

var update = flag.Bool("update", false, "rewrite the archives in testdata")

// fixed matches what all pages have in common.
var fixed = regexp.MustCompile(`(?s)<style>.*?</style>|<div id="film" hidden>.*?</div>\n<p>|<script>\s*"use strict".*`)

// The archives have searches by the rule and up to a number of nodes and of solutions. "words" asks for the
// sentences, and "film" for the page without its style and its scripts. The puzzle is DLX text, or an instance.
func TestWhatIsToldOfASearchIsInTestdata(t *testing.T) {
	script.Archives(t, "testdata/*.txtar", *update, func(t *testing.T, question string, text []byte) string {
		var what string
		var rule cover.Rule
		var limits cover.Limits
		if _, err := fmt.Sscan(question, &what, &rule, &limits.Nodes, &limits.Solutions); err != nil {
			t.Fatal(err)
		}
		puzzle := puzzleOf(t, string(text), "dlx")
		if what == "film" {
			page := film(t, "</script><img/src=x>", puzzle, limits)
			if page != film(t, "</script><img/src=x>", puzzle, limits) {
				t.Errorf("%s: got another page the second time", text)
			}
			return fixed.ReplaceAllString(page, "\n")
		}
		w, all := steps.NewWords(puzzle.Problem(), puzzle.Naming(), rule), ""
		stats := search(t, puzzle.Problem(), rule, limits, func(n *tree.Node) {
			for _, sentence := range w.Step(n) {
				all += fmt.Sprintln(sentence.Level, sentence.Text)
			}
		})
		return fmt.Sprintln(w.Begin()) + all + fmt.Sprintln(w.End(stats, limits.Nodes))
	})
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
