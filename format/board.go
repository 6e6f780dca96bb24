package format

import (
	"slices"

	"xcbench/format/picture"
)

// Board is the picture of a puzzle without any option, and the places of the options on it.
type Board struct {
	picture.Picture
	Of []Places // by option of the problem
}

// Places are the cells and lines that an option changes on the empty board.
type Places struct {
	Cells  []int
	Labels []string // of these cells
	Parts  []int    // of these cells
	Lines  []int
}

// maxBoard bounds the cells and lines that are drawn to find the places of all options.
const maxBoard = 1 << 24

// Board returns the places of all options. It draws each option alone to find them. It
// returns false if there is no picture or if an option has no place. It also returns false if the
// places of the given solution are not those of its options together: then the picture depends on
// more than single options.
func (p *Puzzle) Board(solution []int) (Board, bool) {
	blank, ok := p.Draw(nil)
	problem := p.Problem()
	if !ok || (len(blank.Cells)+len(blank.Lines))*problem.Options() > maxBoard {
		return Board{}, false
	}
	b := Board{Picture: blank}
	for o := range problem.Options() {
		one, _ := p.Draw([]int{problem.ToBase(o)})
		places, ok := b.places(one)
		if !ok || len(places.Cells)+len(places.Lines) == 0 {
			return Board{}, false
		}
		b.Of = append(b.Of, places)
	}
	whole, _ := p.Draw(solution)
	want, ok := b.places(whole)
	if !ok {
		return Board{}, false
	}
	var got Places
	for _, o := range solution {
		o, _ = problem.FromBase(o)
		got.Cells, got.Lines = append(got.Cells, b.Of[o].Cells...), append(got.Lines, b.Of[o].Lines...)
	}
	slices.Sort(got.Cells)
	slices.Sort(got.Lines)
	return b, slices.Equal(got.Cells, want.Cells) && slices.Equal(got.Lines, want.Lines)
}

// places returns where a picture differs from the board. It returns false if it has other cells. A
// cell that the empty board does not draw gets its outline from the picture.
func (b *Board) places(p picture.Picture) (at Places, ok bool) {
	if len(p.Cells) != len(b.Cells) || len(p.Lines) != len(b.Lines) {
		return at, false
	}
	for k, c := range p.Cells {
		empty := &b.Cells[k]
		if len(empty.Outline) == 0 {
			empty.Outline = c.Outline
		} else if len(c.Outline) > 0 && !slices.Equal(c.Outline, empty.Outline) {
			return at, false
		}
		if c.Part != empty.Part || c.Label != empty.Label {
			at.Cells, at.Labels, at.Parts = append(at.Cells, k), append(at.Labels, c.Label), append(at.Parts, c.Part)
		}
	}
	for k, l := range p.Lines {
		if l.From != b.Lines[k].From || l.To != b.Lines[k].To {
			return at, false
		}
		if l.Part != b.Lines[k].Part {
			at.Lines = append(at.Lines, k)
		}
	}
	return at, true
}
