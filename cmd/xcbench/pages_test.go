package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
)

// The pictures of families are drawn by the program; -update draws them anew.
func TestPicturesOfFamiliesAreCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many commands one after the other")
	}
	pages := map[string][]byte{}
	for _, f := range corpus.Families() {
		if f.Sample != "" {
			pages["pictures/"+f.Name+".svg"] = familyPicture(t, f)
		}
	}
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

// familyPicture returns the drawing of a solution of a family's sample.
func familyPicture(t *testing.T, f *corpus.Family) []byte {
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
	return svg.Bytes()
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
