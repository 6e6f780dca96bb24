package corpus

import (
	"xcbench/format"
)

var edges = Family{
	Name:    "edges",
	summary: "framed edge matching puzzle of {n} by {n} tiles, {colours} colours, seed {seed}",
	Params: []Param{
		number("<n>", 2, 16, "rows and columns of the board"),
		number("_c<colours>", 1, mostColours, "colours inside the frame"),
		seedParam("seed of the random choices"),
	},
	Form: `The tiles are squares, and each is used once. Where two tiles meet, their sides have the
same colour. Grey sides are on the frame, and only they are there. The board of Eternity
II (2007) is such a puzzle of 16 by 16 tiles with 22 colours, without its five clues.
The generator colours a board at random, so that there is a solution by construction. It
takes the sides h<row><column>, then v<row><column>, and then shuffles the tiles, with
the dice of Python's random.Random(seed). Every solution counts with its four turns, and
with all exchanges of equal tiles.

Primary items are the tiles t0, t1, ... and then the cells c<row><column>. ` + edgeForm + `They are
h<row><column> above a cell and then v<row><column> on its left. Options are ordered by
tile, by its sides from the upper one clockwise (grey before a), and by cell: the tile,
the cell, and the sides that are not on the frame, clockwise.`,
	Source: "counted; at least 4 by construction",
	Sample: "6_c6_s3",
	build: func(v Values) (*format.Puzzle, error) {
		n, colours, d := v.int("n"), v.int("colours"), pythonDice(v.int("seed"))
		b, err := squareBoard(n, n, false)
		if err != nil {
			return nil, err
		}
		colour := map[string]int{}
		for _, c := range b.cells {
			for _, s := range c.sides {
				if _, seen := colour[s]; seen {
					colour[s] = 0 // between two cells
				} else {
					colour[s] = frame
				}
			}
		}
		for _, s := range sortedKeys(colour) {
			if colour[s] != frame {
				colour[s] = d.below(colours)
			}
		}
		var tiles []edgeTile
		for _, c := range b.cells {
			tiles = append(tiles, each(c.sides, func(s string) int { return colour[s] }))
		}
		shuffle(d, tiles)
		return b.once(tiles, frame)
	},
}
