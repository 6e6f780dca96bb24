package corpus

import (
	"slices"
	"testing"
)

// grown returns the shapes of n connected cells, one of each class under the symmetry. pairs has
// the kinds of neighbouring cells.
func grown(on *lattice, pairs [][]cell, n int, by symmetry) [][]cell {
	var oriented [][]cell
	for _, p := range pairs {
		oriented = append(oriented, on.orientations(p, flip)...)
	}
	shapes := [][]cell{{{}}}
	for k := 1; k < n; k++ {
		var larger [][]cell
		for _, s := range shapes {
			for _, c := range s {
				for _, p := range oriented {
					for end := range 2 {
						by0 := cell{c[0] - p[end][0], c[1] - p[end][1], c[2] - p[end][2]}
						if on.axes == 2 && by0[2] != 0 {
							continue // another kind of cell
						}
						next := plus(p[1-end], by0)
						if slices.Contains(s, next) {
							continue
						}
						form := on.orientations(append(slices.Clone(s), next), by)[0]
						if !slices.ContainsFunc(larger, func(f []cell) bool { return slices.Equal(f, form) }) {
							larger = append(larger, form)
						}
					}
				}
			}
		}
		shapes = larger
	}
	return shapes
}

func TestPieceTablesHaveEveryShapeOnce(t *testing.T) {
	square, cube := [][]cell{{{0, 0}, {0, 1}}}, [][]cell{{{0, 0, 0}, {0, 0, 1}}}
	for _, c := range []struct {
		name   string
		on     *lattice
		pairs  [][]cell
		n      int
		by     symmetry
		pieces []piece
		want   int
	}{
		{"trominoes", &squareGrid, square, 3, flip, polyominoes()['3'], 2},
		{"tetrominoes", &squareGrid, square, 4, flip, polyominoes()['4'], 5},
		{"pentominoes", &squareGrid, square, 5, flip, pentominoes(), 12},
		{"one-sided pentominoes", &squareGrid, square, 5, turn, distinguished(&squareGrid, pentominoes(), turn), 18},
		{"fixed pentominoes", &squareGrid, square, 5, slide, distinguished(&squareGrid, pentominoes(), slide), 63},
		{"trihexes", &hexGrid, square, 3, flip, polyhexes()['3'], 3},
		{"tetrahexes", &hexGrid, square, 4, flip, polyhexes()['4'], 7},
		{"pentahexes", &hexGrid, square, 5, flip, polyhexes()['5'], 22},
		{"hexiamonds", &triangleGrid, [][]cell{{{0, 0, 0}, {0, 0, 1}}}, 6, flip, hexiamonds(), 12},
		{"tricubes", &cubeGrid, cube, 3, turn, polycubes()["cubes234"][1:3], 2},
		{"tetracubes", &cubeGrid, cube, 4, turn, tetracubes(), 8},
		{"tetrasticks", &stickGrid, [][]cell{{{0, 0, 0}, {0, 1, 0}}, {{0, 0, 0}, {0, 0, 1}}}, 4, flip, tetrasticks(), 16},
	} {
		shapes := grown(c.on, c.pairs, c.n, c.by)
		found := map[int]bool{}
		for _, s := range c.pieces {
			form := c.on.orientations(s.cells, c.by)[0]
			found[slices.IndexFunc(shapes, func(f []cell) bool { return slices.Equal(f, form) })] = true
		}
		if len(shapes) != c.want || len(c.pieces) != c.want || len(found) != c.want || found[-1] {
			t.Errorf("%s: got %d shapes and %d pieces, which are %d different shapes, want %d of each",
				c.name, len(shapes), len(c.pieces), len(found), c.want)
		}
	}
}

func TestRepeatedTurnsAndReflectionsReturnToTheStart(t *testing.T) {
	for name, c := range map[string]struct {
		on   *lattice
		full int // repetitions of the first turn that make a full turn
		all  int // different forms of a shape without symmetry
	}{
		"squares":   {&squareGrid, 4, 8},
		"hexagons":  {&hexGrid, 6, 12},
		"triangles": {&triangleGrid, 6, 12},
		"cubes":     {&cubeGrid, 4, 48},
		"sticks":    {&stickGrid, 4, 8},
	} {
		at := cell{3, 5, 1}
		if c.on == &squareGrid || c.on == &hexGrid {
			at[2] = 0
		}
		round := at
		for range c.full {
			round = c.on.turns[0](round)
		}
		if back := c.on.mirror(c.on.mirror(at)); round != at || back != at {
			t.Errorf("%s: got %v after a full turn and %v after two reflections, want %v", name, round, back, at)
		}
		kind := at[2]
		if c.on == &cubeGrid {
			kind = 0
		}
		lopsided := []cell{{0, 0, kind}, {0, 1, kind}, {0, 2, kind}, {1, 0, kind}}
		if c.on == &cubeGrid {
			lopsided = append(lopsided, cell{1, 0, 1})
		}
		if got := len(c.on.orientations(lopsided, flip)); got != c.all {
			t.Errorf("%s: got %d forms, want %d", name, got, c.all)
		}
	}
}
