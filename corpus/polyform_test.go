package corpus

import (
	"context"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
	"xcbench/format/picture"
	"xcbench/solvers/bitset"
)

var polyforms = []*Family{
	&domino, &aztec, &lozenge, &squares, &rectangles, &tiling, &pentomino, &pentominoHole, &polyomino,
	&hexiamond, &polyhex, &tetrastick, &soma, &polycube, &bricks, &boxes,
}

// polyform returns the puzzle of a member of a family of polyforms.
func polyform(id string) (*format.Puzzle, error) {
	name, values, _ := strings.Cut(id, "/")
	f := polyforms[slices.IndexFunc(polyforms, func(f *Family) bool { return f.Name == name })]
	v, err := f.parse(values)
	if err != nil {
		return nil, err
	}
	return f.instance(v).Puzzle()
}

func solvedPolyform(t *testing.T, solver cover.Solver, id string) cover.Stats {
	t.Helper()
	puzzle, err := polyform(id)
	if err != nil {
		t.Fatal(err)
	}
	stats, err := cover.Solve(context.Background(), solver, puzzle.Problem(), cover.Limits{}, nil)
	if err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	return stats
}

func TestNumbersOfTilingsArePublished(t *testing.T) {
	for _, c := range []struct {
		source string
		ids    []string
		counts []int64
	}{
		{"A099390",
			[]string{"domino/1x2", "domino/2x2", "domino/4x4", "domino/3x8", "domino/6x6", "domino/3x3"},
			[]int64{1, 2, 36, 153, 6728, 0}},
		{"A006125",
			[]string{"aztec/1", "aztec/2", "aztec/3", "aztec/4", "aztec/5"},
			[]int64{2, 8, 64, 1024, 32768}},
		{"A008793",
			[]string{"lozenge/1x1x1", "lozenge/2x2x2", "lozenge/3x3x3"},
			[]int64{2, 20, 980}},
		{"MacMahon",
			[]string{"lozenge/1x2x3", "lozenge/2x3x4", "lozenge/4x3x2", "lozenge/1x5x5"},
			[]int64{10, 490, 490, 252}},
		{"A045846",
			[]string{"squares/1x1", "squares/2x2", "squares/3x3", "squares/4x4", "squares/5x5", "squares/6x6"},
			[]int64{1, 2, 6, 40, 472, 10668}},
		{"A116694",
			[]string{"rectangles/1x1", "rectangles/2x2", "rectangles/3x3", "rectangles/4x4", "rectangles/2x5"},
			[]int64{1, 8, 322, 70878, 650}},
		{"A046984",
			[]string{"tiling/v3_4x3", "tiling/v3_4x6", "tiling/v3_4x9", "tiling/v3_4x12"},
			[]int64{4, 18, 88, 468}},
		{"A000930",
			[]string{"tiling/i3_3x3", "tiling/i3_3x4", "tiling/i3_3x5", "tiling/i3_3x6"},
			[]int64{2, 3, 4, 6}},
		{"D. W. Walkup: rectangles other than 4m x 4n have none",
			[]string{"tiling/t4_4x4", "tiling/t4_6x6"},
			[]int64{2, 0}},
		{"A006253",
			[]string{"bricks/2x2x1_1x1x2", "bricks/2x2x2_1x1x2", "bricks/2x2x3_1x1x2", "bricks/2x2x4_1x1x2"},
			[]int64{2, 9, 32, 121}},
		{"unique up to the 48 symmetries of the cube, 6 of which it has",
			[]string{"boxes/slothouber_graatsma"},
			[]int64{8}},
	} {
		for k, id := range c.ids {
			if got := solvedPolyform(t, bitset.New(cover.MRV), id); got.Solutions != c.counts[k] {
				t.Errorf("%s: got %d solutions, want %d (%s)", id, got.Solutions, c.counts[k], c.source)
			}
		}
	}
}

// The numbers are Goodger's, times the symmetries of the board: he counts symmetric solutions once.
func TestNumbersOfPackingsArePublished(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for long, in one goroutine")
	}
	for id, want := range map[string]int64{
		"hexiamond/3x12": 0, "hexiamond/crescent_side": 2 * 2, "hexiamond/ring": 0, "hexiamond/ring_off_centre": 2 * 11,
		"polyhex/free4_4x7": 2 * 9, "polyhex/free4_triangle_7": 0, "polyhex/free4_hexagon_9x2": 4 * 2,
		"polyhex/free4_coin": 4 * 4, "polyhex/free4_staggered_7x4": 2 * 23, "polyhex/free4_hexagon_3x4_1": 4 * 2,
		"polyhex/free4_hexagon_3x4_2": 4 * 3, "polyhex/free4_hexagon_3x4_3": 4 * 4, "polyhex/free4_hexagon_3x4_4": 4 * 5,
		"polyhex/free4_flower_1": 6 * 2, "polyhex/free4_flower_3": 6 * 1,
		"soma/crystal": 2800, "soma/long_wall": 104, "soma/cornerstone": 10, "soma/bathtub": 2 * 158,
		"soma/steps": 2 * 164, "soma/skew_1": 2 * 244, "soma/skew_2": 2 * 14, "soma/sofa": 2 * 32,
		"soma/steamer": 2 * 152, "soma/tunnel": 2 * 26, "soma/clip": 2 * 20,
		"soma/high_wall": 2 * 46, "soma/curved_wall": 2 * 66, "soma/pyramid": 4 * 14, "soma/bench": 0,
		"polycube/tetracubes_2x4x4": 8 * 1390, "polycube/tetracubes_2x2x8": 8 * 224,
		"pentomino/3x20_reduced": 2, "pentomino/scott_reduced": 65,
		"pentomino/scott_x23": 19, "pentomino/scott_x24": 20, "pentomino/scott_x33": 26,
	} {
		if got := solvedPolyform(t, bitset.New(cover.MRV), id); got.Solutions != want {
			t.Errorf("%s: got %d solutions, want %d", id, got.Solutions, want)
		}
	}
}

func TestNumbersOfLargerPackingsArePublished(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for id, want := range map[string]int64{
		"hexiamond/4x9": 2 * 74, "hexiamond/crescent": 2 * 87,
	} {
		if got := solvedPolyform(t, bitset.New(cover.MRV), id); got.Solutions != want {
			t.Errorf("%s: got %d solutions, want %d", id, got.Solutions, want)
		}
	}
}

func TestPackingsHaveTheCountersOfDLX1(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for long, in one goroutine")
	}
	for id, want := range map[string]struct{ solutions, nodes, updates int64 }{
		"pentomino/3x20":            {4 * 2, 32978, 10986975},
		"pentomino/scott_x23_cells": {19, 10422, 3617723},
		"soma/cube":                 {48 * 240, 254676, 29605268},
		"domino/6x6":                {6728, 25695, 95296},
	} {
		got := solvedPolyform(t, dlx.Index(cover.MRV), id)
		if got.Solutions != want.solutions || got.Nodes != want.nodes || got.Updates != want.updates {
			t.Errorf("%s: got %d solutions, %d nodes, %d updates, want %d, %d, %d",
				id, got.Solutions, got.Nodes, got.Updates, want.solutions, want.nodes, want.updates)
		}
	}
}

func TestSquareHoleInTheMiddleIsScottsBoard(t *testing.T) {
	hole, err := polyform("pentomino_hole/o0_3_3")
	if err != nil {
		t.Fatal(err)
	}
	scott, err := polyform("pentomino/scott")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Hash(hole.Problem()), Hash(scott.Problem()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPicturesOfPolyformsCoverTheBoard(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for long, in one goroutine")
	}
	for _, f := range polyforms {
		id := f.Name + "/" + f.Sample
		puzzle, err := polyform(id)
		if err != nil {
			t.Fatal(err)
		}
		var solution []int
		one := cover.Limits{Solutions: 1}
		cover.Solve(context.Background(), dlx.Index(cover.MRV), puzzle.Problem(), one, func(options []int) bool {
			solution = slices.Clone(options)
			return false
		})
		p := draw(t, puzzle, solution)
		cells := len(p.Cells) + len(p.Lines)
		for _, l := range p.Lines {
			p.Cells = append(p.Cells, picture.Cell{Outline: []picture.Point{l.From, l.To}, Part: l.Part,
				Label: l.Label, Row: l.Row, Col: l.Col})
		}
		places, parts := map[[2]int]bool{}, map[int]bool{}
		for _, c := range p.Cells {
			if c.Part == picture.None || len(c.Label) != 1 || c.Row < 0 || c.Col < 0 || len(c.Outline) < 2 {
				t.Errorf("%s: got %+v, want a cell with an outline, of a part, with a label", id, c)
			}
			places[[2]int{c.Row, c.Col}], parts[c.Part] = true, true
		}
		if cells == 0 || len(places) != cells || len(parts) != len(solution) {
			t.Errorf("%s: got %d cells at %d places of %d parts, want every cell at its own place and %d parts",
				id, cells, len(places), len(parts), len(solution))
		}
	}
}

func TestInvalidPolyformsAreRejected(t *testing.T) {
	for id, want := range map[string]string{
		"pentomino/3x20_x23":      "expected reduced or nothing",
		"pentomino_hole/z0_6_6":   "the hole has a cell at row 7, column 8",
		"polyomino/free4_5x8":     "the board has 40 cells and the pieces have 20",
		"polyhex/free4_4x10":      "the board has 40 cells and the pieces have 28",
		"polycube/cubes234_3x3x3": "the board has 27 cells and the pieces have 40",
	} {
		if _, err := polyform(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", id, err, want)
		}
	}
}

func TestSmallestPolyformsBuild(t *testing.T) {
	for id, options := range map[string]int{
		"domino/1x1": 0, "domino/1x36": 35, "squares/1x1": 1, "rectangles/1x1": 1, "aztec/1": 4, "lozenge/1x1x1": 6,
		"tiling/v3_1x1": 0, "bricks/1x1x1_1x1x2": 0, "bricks/1x1x1_1x1x1": 1, "polyhex/free4_2x14": 188,
	} {
		puzzle, err := polyform(id)
		if err != nil {
			t.Fatal(err)
		}
		if got := puzzle.Problem().Options(); got != options {
			t.Errorf("%s: got %d options, want %d", id, got, options)
		}
	}
}
