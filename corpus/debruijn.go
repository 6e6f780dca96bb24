package corpus

import (
	"fmt"
	"math"

	"xcbench/format"
	"xcbench/format/picture"
)

var debruijn = Family{
	Name:    "debruijn",
	summary: "de Bruijn tori of {rows} by {cols} with every window of {high} by {wide} in {symbols} symbols once",
	Params: []Param{
		number("<rows>", 1, 256, "rows of the torus"),
		number("x<cols>", 2, 256, "columns of the torus"),
		number("_w<high>", 1, 8, "rows of a window"),
		number("x<wide>", 1, 8, "columns of a window"),
		number("_k<symbols>", 2, 10, "number of symbols").or("2"),
	},
	Form: `The torus has no edges: its last row is next to its first row, and its last column next
to its first column. Each cell has a symbol. Every array of symbols that fits into a
window is at exactly one place. Solutions that differ by a shift count separately. With
one row they are the de Bruijn cycles of k symbols and order n, k!^(k^(n-1)) of them (N.
G. de Bruijn, 1946; T. van Aardenne-Ehrenfest and N. G. de Bruijn, 1951).

Primary items are the places p0, p1, ... of the upper left corner of a window, row by
row, and then the arrays, row by row, in lexicographic order. Secondary items are
the cells c0, c1, ..., coloured by their symbols. Options are ordered by place and by
array: the place, the array, and the cells of the window, row by row.`,
	Source: "counted; k!^(k^(n-1)) for one row (van Aardenne-Ehrenfest and de Bruijn, 1951)",
	Sample: "4x4_w2x2",
	build: func(v Values) (*format.Puzzle, error) {
		rows, cols, high, wide, symbols := v.int("rows"), v.int("cols"), v.int("high"), v.int("wide"), v.int("symbols")
		const most = 256
		arrays := int(min(math.Pow(float64(symbols), float64(high*wide)), most+1))
		if high > rows || wide > cols || rows*cols != arrays || arrays > most {
			return nil, fmt.Errorf("%d cells and %d^%d arrays, expected as many, at most %d, and a window no larger than the torus",
				rows*cols, symbols, high*wide, most)
		}
		var b builder
		b.Primary(numbered(0, arrays, "p")...)
		names := make([]string, arrays)
		for k := range names {
			for n, left := k, high*wide; left > 0; n, left = n/symbols, left-1 {
				names[k] = symbol(n%symbols) + names[k]
			}
			b.Primary(names[k])
		}
		b.Secondary(numbered(0, arrays, "c")...)
		for place := range arrays {
			for _, name := range names {
				option := []string{fmt.Sprint("p", place), name}
				for k := range high * wide {
					r, c := (place/cols+k/wide)%rows, (place%cols+k%wide)%cols
					option = append(option, fmt.Sprintf("c%d:%c", r*cols+c, name[k]))
				}
				b.Option(option...)
			}
		}
		return b.drawn(func(options []int) picture.Picture {
			p := table(rows, cols, 2, picture.Empty)
			for _, o := range options { // each has the symbol in the upper left corner of its window
				c := &p.Cells[o/arrays]
				c.Label = names[o%arrays][:1]
				c.Part = value(c.Label[0])
			}
			return p
		})
	},
}
