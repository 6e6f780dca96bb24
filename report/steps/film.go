package steps

import (
	_ "embed"
	"html/template"
	"io"
	"sync"

	"xcbench/format"
	"xcbench/format/picture"
	"xcbench/results/tree"
)

// Film is a search as a page with a slider: one HTML file that needs no network. The page draws the
// board of the puzzle if every option has its place there, or else it lists the options.
type Film struct {
	words  *Words
	places []format.Places // of the options on the board
	data   data
	number map[int]int // of an option of the problem in data
}

// data is what film.js reads.
type data struct {
	Options []option
	Frames  []frame
	Board   *board // nil for a list of the options
}

// frame is a step.
type frame struct {
	Level   int
	Option  int    // that leads here; -1 at the root
	Choices []int  // the options of the next item
	End     string // "dead end", "solution" or ""
	Words   []string
}

// option is an option and its places on the board.
type option struct {
	Name   string
	Cells  []int
	Labels []string // of these cells
	Fill   string   // of these cells; "" to leave the board's
	Lines  []int
}

// board is the board without any option.
type board struct {
	picture.Picture
	Sides    []picture.Side
	Fills    []string      // the colours of the regions of the cells
	From, To picture.Point // the corners of the picture
}

// listed is how many options a problem may have for a list of all of them. For a larger problem, the list has
// the options that the search takes.
const listed = 120

// NewFilm returns a film of a search that words are for, on the problem of the puzzle.
func NewFilm(puzzle *format.Puzzle, words *Words) *Film {
	f := &Film{words: words, number: map[int]int{}}
	if b, ok := puzzle.Board(nil); ok {
		f.places, f.data.Board = b.Of, &board{Picture: b.Picture, Sides: b.Sides()}
		f.data.Board.From, f.data.Board.To = b.Bounds()
		for _, c := range b.Cells {
			f.data.Board.Fills = append(f.data.Board.Fills, fill(c.Part))
		}
	} else if options := words.problem.Options(); options <= listed {
		for o := range options {
			f.option(o)
		}
	}
	return f
}

// fill returns the colour of a part, or "" for none.
func fill(part int) string {
	if part == picture.None {
		return ""
	}
	return picture.Fill(part)
}

// Add adds the next node.
func (f *Film) Add(n *tree.Node) {
	next := frame{Level: n.Level, Option: -1}
	if n.Up != nil {
		next.Option = f.option(n.Option())
	}
	for _, o := range n.Options {
		next.Choices = append(next.Choices, f.option(o))
	}
	for _, sentence := range f.words.Step(n) {
		next.Words = append(next.Words, sentence.Text)
	}
	switch {
	case n.Item < 0:
		next.End = "solution"
	case len(n.Options) == 0:
		next.End = "dead end"
	}
	f.data.Frames = append(f.data.Frames, next)
}

// option returns the number of an option in the data, and adds it the first time.
func (f *Film) option(o int) int {
	n, ok := f.number[o]
	if ok {
		return n
	}
	n = len(f.data.Options)
	f.number[o] = n
	one := option{Name: f.words.names.Option(o)}
	if f.places != nil {
		at := f.places[o]
		one.Cells, one.Labels, one.Lines = at.Cells, at.Labels, at.Lines
		if len(at.Cells) > 0 && at.Parts[0] != f.data.Board.Cells[at.Cells[0]].Part {
			one.Fill = picture.Fill(at.Parts[0])
		}
	}
	f.data.Options = append(f.data.Options, one)
	return n
}

// Titles are the texts around a film.
type Titles struct{ Name, About, End string }

var (
	//go:embed film.html
	page string
	//go:embed film.css
	style template.CSS
	//go:embed film.js
	script template.JS
)

var layout = sync.OnceValue(func() *template.Template { return template.Must(template.New("film").Parse(page)) })

// Write writes the page. The same steps give the same bytes.
func (f *Film) Write(w io.Writer, t Titles) error {
	return layout().Execute(w, map[string]any{"Titles": t, "Data": f.data, "Style": style, "Script": script})
}
