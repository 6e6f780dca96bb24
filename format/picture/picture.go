// Package picture draws solutions as text, on terminals and as SVG. It draws boards of squares,
// triangles or hexagons cut into pieces, boards with signs on them, and graphs with chosen edges.
//
// Start reading at [Picture]; svg.go, text.go and terminal.go draw it.
package picture

import "math"

// Point is a place in the drawing. x goes to the right and y goes down. The side of a square cell
// is 1.
type Point struct{ X, Y float64 }

// Picture is a drawing. Everything is drawn in the order given, so that the same picture always
// gives the same file.
type Picture struct {
	Cells []Cell
	Lines []Line
	Dots  []Dot
}

// Cell is an area with a border.
type Cell struct {
	Outline []Point // its corners
	Part    int     // cells of a part have one colour and no border between them; None if empty
	Label   string  // written in it
	Sign    string  // what the text has in its place, which has no colours; "" for the label
	Strong  bool    // whether the label is bold, like the givens of a sudoku
	Row     int     // the row of its label in the text
	Col     int     // the column of its label's first character in the text
}

// None is the part of a cell or line without a part.
const None = -1

// Empty is the label of a cell with nothing in it, which only the text shows.
const Empty = "."

// Line is a straight line, such as an edge of a graph.
type Line struct {
	From, To Point
	Part     int // as for a cell; a line without a part is thin and grey
	Label    string
	Row, Col int // the place of its label in the text
}

// Dot is a point with a name, such as a vertex of a graph.
type Dot struct {
	At    Point
	Label string
}

// Square returns the outline of the cell at a row and column of a board of squares.
func Square(row, col int) []Point {
	x, y := float64(col), float64(row)
	return []Point{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}
}

// OnCircle returns point k of n on a circle with the given radius and the centre (radius, radius).
// Points are counted clockwise from the top.
func OnCircle(k, n int, radius float64) Point {
	sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(n))
	return Point{radius + radius*sin, radius - radius*cos}
}
