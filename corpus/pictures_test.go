package corpus

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers/bitset"
)

var update = flag.Bool("update", false, "rewrite the pictures of docs/, and their texts in testdata")

// The pictures of docs/ show a solution of each family's sample. The texts of the same pictures are in
// testdata/pictures.txt, with the places of the first option on the board, if options have places.
func TestPicturesOfFamiliesAreCurrent(t *testing.T) {
	pictures := "../docs/pictures"
	files := map[string]string{}
	var texts strings.Builder
	for _, f := range Families() {
		if f.Sample == "" {
			continue
		}
		in := must(Find(f.Name + "/" + f.Sample))
		puzzle := built(t, in)
		solution := middleSolution(t, puzzle)
		picture, ok := puzzle.Draw(solution)
		if !ok || solution == nil {
			t.Fatalf("%s: got no picture of a solution, want one of the sample", in.ID())
		}
		var svg strings.Builder
		check(t, picture.SVG(&svg, in.ID()+": "+in.Title))
		files[filepath.Join(pictures, f.Name+".svg")] = svg.String()
		fmt.Fprintf(&texts, "%s\n%s", in.ID(), picture.Text())
		if board, ok := puzzle.Board(solution); ok {
			fmt.Fprintf(&texts, "board of %d cells, %d options; option 1: %+v\n", len(board.Cells), len(board.Of), board.Of[0])
		}
		texts.WriteString("\n")
	}
	files["testdata/pictures.txt"] = texts.String()
	for path, want := range files {
		if *update {
			check(t, os.WriteFile(path, []byte(want), 0o666))
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s differs from what the program draws (%v); 'go test ./corpus -run Pictures -update' writes it", path, err)
		}
	}
	drawn, err := filepath.Glob(pictures + "/*.svg")
	if err != nil || len(drawn) != len(files)-1 {
		t.Errorf("got %d pictures in %s, %v, want one of each of %d families", len(drawn), pictures, err, len(files)-1)
	}
}

// middleSolution returns the middle one of the solutions that a short search finds. First solutions
// are often dull, with everything in rows. If the short search finds none, it returns the first.
func middleSolution(t *testing.T, puzzle *format.Puzzle) []int {
	for _, limits := range []cover.Limits{{Nodes: 50_000}, {Solutions: 1}} {
		var found [][]int
		keep := func(options []int) bool {
			found = append(found, slices.Clone(options))
			return true
		}
		if _, err := cover.Solve(t.Context(), bitset.New(cover.MRV), puzzle.Problem(), limits, keep); err != nil {
			t.Fatal(err)
		}
		if len(found) > 0 {
			return found[len(found)/2]
		}
	}
	return nil
}

// Some drawings have signs of their own in place of labels.
func TestSmallSolutionsAreDrawnAsText(t *testing.T) {
	for _, c := range []struct {
		id      string
		options []int
		want    string
	}{
		{"latin/2", []int{0, 3, 5, 6}, "0 1\n1 0\n"},
		{"transversal/z3", []int{0, 4, 8}, "[0] 1  2\n 1 [2] 0\n 2  0 [1]\n"},
		{"mates/z3", []int{0, 1, 2, 3, 4, 5}, "00 11 22\n12 20 01\n21 02 10\n"},
		{"permanent/menage3", []int{0, 1, 2}, ". . #\n# . .\n. # .\n"},
		{"bell/3", []int{4, 1}, "a b a\n"}, // options count subsets in binary: {e0, e2} and {e1}
		{"matching/q3", []int{0, 5, 8, 11}, "0-1     2-3     4-5     6-7\n"},
		{"colouring/cycle3_k3", []int{0, 4, 8}, "0a 1b 2c\n"},
	} {
		in := must(Find(c.id))
		if p, ok := built(t, in).Draw(c.options); !ok || p.Text() != c.want {
			t.Errorf("%s: got\n%s, want\n%s", c.id, p.Text(), c.want)
		}
	}
}
