package steps

import (
	"embed"
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
	places []format.Places // of the options on the board; nil without one
	data   data
}

// data is what film.js reads.
type data struct {
	Options map[int]option // by their indices in the problem
	Frames  []frame
	Board   *board // nil for a list of the options
}

// frame is a step.
type frame struct {
	Path     []int // the options from the root to the node
	Choices  []int // the options of the next item
	Solution bool
	Words    []string
}

type option struct {
	Name string
	format.Places
}

// board is the board without any option.
type board struct {
	picture.Picture
	Sides    []picture.Side
	Palette  []string      // the colours of parts, which are used in turn
	From, To picture.Point // the corners of the picture
}

// listed is how many options a problem may have for a list of all of them. For a larger problem, the list has
// the options that the search takes.
const listed = 120

// NewFilm returns a film of a search that words are for, on the problem of the puzzle.
func NewFilm(puzzle *format.Puzzle, words *Words) *Film {
	f := &Film{words: words, data: data{Options: map[int]option{}}}
	if b, ok := puzzle.Board(nil); ok {
		from, to := b.Bounds()
		f.places, f.data.Board = b.Of, &board{b.Picture, b.Sides(), picture.Palette(), from, to}
	} else if options := words.problem.Options(); options <= listed {
		for o := range options {
			f.add(o)
		}
	}
	return f
}

// Add adds the next node.
func (f *Film) Add(n *tree.Node) {
	for _, o := range n.Options {
		f.add(o)
	}
	next := frame{Path: n.Path(), Choices: n.Options, Solution: n.Item < 0}
	for _, sentence := range f.words.Step(n) {
		next.Words = append(next.Words, sentence.Text)
	}
	f.data.Frames = append(f.data.Frames, next)
}

// add adds an option to the data.
func (f *Film) add(o int) {
	one := option{Name: f.words.names.Option(o)}
	if f.places != nil {
		one.Places = f.places[o]
	}
	f.data.Options[o] = one
}

// Titles are the texts around a film.
type Titles struct{ Name, About, End string }

//go:embed film.html film.css film.js
var files embed.FS

var layout = sync.OnceValue(func() *template.Template { return template.Must(template.ParseFS(files, "film.*")) })

// Write writes the page. The same steps give the same bytes.
func (f *Film) Write(w io.Writer, t Titles) error {
	return layout().ExecuteTemplate(w, "film.html", map[string]any{"Titles": t, "Data": f.data})
}
