package steps

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
	"sync"

	"xcbench/format"
	"xcbench/format/picture"
	"xcbench/results/tree"
)

// Film is a search as a page with a slider: one HTML file that needs no network. The page draws the
// board of the puzzle if every option has its place there, or else it lists the options.
type Film struct {
	words  *Words
	puzzle *format.Puzzle
	board  *format.Board // nil for a list
	last   *tree.Node    // nil before the root
	data   data
	number map[int]int // of an option of the problem in data
}

// data is what film.js reads.
type data struct {
	Options []option `json:"options"`
	Frames  []frame  `json:"frames"`
	Board   *board   `json:"board"` // null for a list of the options
}

// frame is a step.
type frame struct {
	Level   int      `json:"level"`
	Option  int      `json:"option"`  // that leads here; -1 at the root
	Choices []int    `json:"choices"` // the options of the next item
	End     string   `json:"end"`     // "dead end", "solution" or ""
	Words   []string `json:"words"`
}

// option is an option and its places on the board.
type option struct {
	Name   string   `json:"name"`
	Cells  []int    `json:"cells"`
	Labels []string `json:"labels"` // of these cells; null if there are none
	Fill   string   `json:"fill"`   // of these cells; "" to leave the board's
	Lines  []int    `json:"lines"`
}

// listed is how many options a problem may have for a list of all of them. For a larger problem, the list has
// the options that the search takes.
const listed = 120

// NewFilm returns a film of a search that words are for, on the problem of the puzzle.
func NewFilm(puzzle *format.Puzzle, words *Words) *Film {
	f := &Film{words: words, puzzle: puzzle, number: map[int]int{}}
	if b, ok := puzzle.Board(nil); ok {
		f.board, f.data.Board = &b, boardOf(b.Picture)
	} else if options := words.problem.Options(); options <= listed {
		for o := range options {
			f.option(o)
		}
	}
	return f
}

// Add adds the next node.
func (f *Film) Add(n *tree.Node) {
	next := frame{Level: n.Level, Option: -1, Choices: []int{}}
	f.last = n
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
	if f.board != nil {
		at := f.board.Of[o]
		one.Cells, one.Labels, one.Lines = list(at.Cells), at.Labels, list(at.Lines)
		if len(at.Cells) > 0 && at.Parts[0] != f.board.Cells[at.Cells[0]].Part {
			one.Fill = picture.Fill(at.Parts[0])
		}
	}
	f.data.Options = append(f.data.Options, one)
	return n
}

// list returns a list that JSON writes as one even if it is empty.
func list(numbers []int) []int { return append([]int{}, numbers...) }

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

// Write writes the page. Without scripts it shows the last step. The same steps give the same
// bytes.
func (f *Film) Write(w io.Writer, t Titles) error {
	var path, words []string
	var inBase []int // the options as a visitor would see them
	if f.last != nil {
		for _, o := range f.last.Path() {
			path, inBase = append(path, f.words.names.Option(o)), append(inBase, f.words.problem.ToBase(o))
		}
		words = f.data.Frames[len(f.data.Frames)-1].Words
	}
	var still strings.Builder
	if drawing, ok := f.puzzle.Draw(inBase); ok && f.board != nil {
		if err := drawing.SVG(&still, t.Name+", the last step"); err != nil {
			return err
		}
	}
	return layout().Execute(w, map[string]any{"Titles": t, "Data": f.data, "Steps": len(f.data.Frames), "Picture": template.HTML(still.String()),
		"Path": path, "Words": words, "Style": style, "Script": script})
}
