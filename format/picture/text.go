package picture

import "cmp"

// Text returns the labels of cells and lines at their places, in lines that end in a newline,
// without trailing blanks.
func (p Picture) Text() string { return p.signs().text(false) }

// sign returns what the text has in a cell.
func (c *Cell) sign() string { return cmp.Or(c.Sign, c.Label) }

func (p Picture) signs() canvas {
	var to canvas
	for _, c := range p.Cells {
		to.put(c.Row, c.Col, c.sign(), c.Part, c.Strong)
	}
	for _, l := range p.Lines {
		to.put(l.Row, l.Col, l.Label, l.Part, false)
	}
	return to
}
