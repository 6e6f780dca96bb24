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

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
)

// The pages about the corpus are written by the program: -update writes them anew.
func TestPagesOfTheCorpusAreCurrent(t *testing.T) {
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
	pages["corpus.md"] = cataloguePage(t)
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
			t.Errorf("docs/%s is not what the program writes (%v); go test ./cmd/... -run Pages -update", name, err)
		}
	}
	pictures, err := filepath.Glob("../../docs/pictures/*.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range pictures {
		if name := "pictures/" + filepath.Base(path); pages[name] == nil {
			t.Errorf("docs/%s is no family's picture, expected none but those", name)
		}
	}
}

const familiesHead = `# Families

A family is a generator of exact cover problems. Its parameters are the name of a member, and any member can be asked for,
whether it is in [the catalogue](corpus.md) or not: ` + "`xcbench solve queens/9`" + `. ` + "`xcbench corpus show queens/9`" + ` draws a solution and tells the
statistics of the problem; ` + "`xcbench corpus generate queens n=9`" + ` writes it as Knuth's DLX text.

The order of items and options is part of an instance: it settles ties, and with them the search tree.
`

// familyPage writes the section of a family, and its picture into pages.
func familyPage(t *testing.T, w *bytes.Buffer, f *corpus.Family, pages map[string][]byte) {
	fmt.Fprintf(w, "\n## %s\n\n%s. Members are named `%s/%s`; %d are in the catalogue.\n\n", f.Name, markdown(capital(f.Summary())), f.Name, f.Shape(), len(f.Catalogued()))
	table := paramTable(f)
	table.Title = ""
	if err := table.Write(w, "md"); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(w, "\n%s\n\nNumbers of solutions: %s.\n", markdown(f.Form), markdown(f.Source))
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

// middleSolution returns the one in the middle of those that a short search finds, or
// else the first: first solutions are often dull, with everything in rows.
func middleSolution(t *testing.T, puzzle *format.Puzzle) []int {
	v, _ := solvers.Find(solvers.Default)
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

// markdown keeps Markdown from taking a placeholder for a tag.
func markdown(s string) string { return strings.ReplaceAll(s, "<", "&lt;") }

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func cataloguePage(t *testing.T) []byte {
	const command = "list --format md"
	var page, stderr bytes.Buffer
	page.WriteString("# The catalogue\n\nWhat the families are: [families.md](families.md). This page is the output of `xcbench " + command + "`.\n\n")
	if status := xcbench(context.Background(), strings.Fields(command), nil, &page, &stderr); status != exitOK {
		t.Fatalf("got status %d, %s", status, stderr.String())
	}
	return page.Bytes()
}
