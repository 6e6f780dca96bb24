package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
)

// The page of families and its pictures are written by the program; -update writes them anew.
func TestThePageOfFamiliesIsCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many commands one after the other")
	}
	pages := map[string][]byte{}
	var families bytes.Buffer
	families.WriteString(familiesHead)
	for _, f := range corpus.Families() {
		familyPage(t, &families, f, pages)
	}
	pages["families.md"] = families.Bytes()
	for name, want := range pages {
		path := filepath.Join("../../docs", filepath.FromSlash(name))
		if *update {
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, want, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/%s differs from what the program writes (%v); 'go test ./cmd/... -run Families -update' writes it", name, err)
		}
	}
	pictures, err := filepath.Glob("../../docs/pictures/*.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range pictures {
		if name := "pictures/" + filepath.Base(path); pages[name] == nil {
			t.Errorf("docs/%s: no family has this picture; remove the file", name)
		}
	}
}

const familiesHead = `# Families

A family is a generator of exact cover problems. The name of a member has its parameters, as in
` + "`queens/9`" + `. Every member can be used, whether it is in [the catalogue](corpus.md#the-catalogue)
or not:

- ` + "`xcbench solve queens/9`" + ` solves it;
- ` + "`xcbench corpus show queens/9`" + ` prints the statistics of the problem and draws a solution;
- ` + "`xcbench corpus generate queens n=9`" + ` writes it as Knuth's DLX text.

The order of items and options is part of an instance: it breaks ties, and ties shape the search
tree.

This page is generated from the program.
`

// familyPage writes the section of a family, and adds its picture to pages.
func familyPage(t *testing.T, w *bytes.Buffer, f *corpus.Family, pages map[string][]byte) {
	members := fmt.Sprintf("Members are named `%s/%s`; %d are in the catalogue.", f.Name, f.Shape(), len(f.Catalogued()))
	fmt.Fprintf(w, "\n## %s\n\n%s\n\n", f.Name, wrapped(markdown(capital(f.Summary()))+". "+members))
	table := paramTable(f)
	table.Title = ""
	if err := table.Write(w, "md"); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(w, "\n%s\n\n%s\n", wrapped(markdown(f.Form)), wrapped("Numbers of solutions: "+markdown(f.Source)+"."))
	if f.Sample == "" {
		return
	}
	in, err := corpus.Find(f.Name + "/" + f.Sample)
	if err != nil {
		t.Fatal(err)
	}
	puzzle, err := in.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	solution := middleSolution(t, puzzle)
	drawing, ok := puzzle.Draw(solution)
	if !ok || solution == nil {
		t.Fatalf("%s: no picture of a solution, expected one of the sample", in.ID())
	}
	var svg bytes.Buffer
	if err := drawing.SVG(&svg, in.ID()+": "+in.Title); err != nil {
		t.Fatal(err)
	}
	name := "pictures/" + f.Name + ".svg"
	pages[name] = svg.Bytes()
	fmt.Fprintf(w, "\n![%s, a solution](%s)\n", in.ID(), name)
}

// middleSolution returns the middle one of the solutions that a short search finds. First solutions
// are often dull, with everything in rows. If the short search finds none, it returns the first.
func middleSolution(t *testing.T, puzzle *format.Puzzle) []int {
	v, _ := solvers.Find("dlx_index")
	var found [][]int
	_, err := cover.Solve(context.Background(), v, puzzle.Problem(), cover.Limits{Nodes: 50_000}, func(options []int) bool {
		found = append(found, slices.Clone(options))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) > 0 {
		return found[len(found)/2]
	}
	first, _, err := firstSolution(context.Background(), v, puzzle, 0)
	if err != nil {
		t.Fatal(err)
	}
	return first
}

// wrapped breaks a paragraph into lines of at most 100 columns.
func wrapped(text string) string {
	var out strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		switch width := utf8.RuneCountInString(word); {
		case column == 0:
			column = width
		case column+1+width > 100:
			out.WriteString("\n")
			column = width
		default:
			out.WriteString(" ")
			column += 1 + width
		}
		out.WriteString(word)
	}
	return out.String()
}

// markdown escapes the < of a placeholder, which Markdown would take for a tag.
func markdown(s string) string { return strings.ReplaceAll(s, "<", "&lt;") }

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
