package steps

import (
	"embed"
	"html/template"
	"io"
	"strings"
	"sync"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
	"xcbench/results/tree"
)

// Film is a search as a page with a slider: one HTML file that needs no network. The page draws the
// board of the puzzle if every option has its place there, or else it lists the options.
type Film struct {
	words   *Words
	problem *cover.Problem
	puzzle  *format.Puzzle
	board   *format.Board // nil for a list
	path    []int         // options from the root to the last step
	data    data
	number  map[int]int // of an option of the problem in data
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

// listed is the number of options up to which a list has all of them. A longer one has those that
// the search takes.
const listed = 120

// NewFilm returns a film of a search on p, the problem of the puzzle.
func NewFilm(p *cover.Problem, puzzle *format.Puzzle, words *Words) *Film {
	f := &Film{words: words, problem: p, puzzle: puzzle, number: map[int]int{}}
	if b, ok := puzzle.Board(nil); ok {
		f.board, f.data.Board = &b, boardOf(b.Picture)
	} else if p.Options() <= listed {
		for o := range p.Options() {
			f.option(o)
		}
	}
	return f
}

// Add adds the next step.
func (f *Film) Add(s tree.Step) {
	next := frame{Level: s.Level, Option: -1, Choices: []int{}}
	f.path = f.path[:max(0, s.Level-1)]
	if s.Option >= 0 {
		f.path = append(f.path, s.Option)
		next.Option = f.option(s.Option)
	}
	for _, o := range s.Options {
		next.Choices = append(next.Choices, f.option(o))
	}
	for _, sentence := range f.words.Step(s) {
		next.Words = append(next.Words, sentence.Text)
	}
	switch {
	case s.Item < 0:
		next.End = "solution"
	case len(s.Options) == 0:
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

//go:embed film.html film.css film.js
var files embed.FS

var layout = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(files, "film.html"))
})

// Write writes the page. Without scripts it shows the last step. The same steps give the same
// bytes.
func (f *Film) Write(w io.Writer, t Titles) error {
	still := struct {
		Picture template.HTML
		Path    []string
		Words   []string
	}{}
	if drawing, ok := f.puzzle.Draw(f.inBase()); ok && f.board != nil {
		var svg strings.Builder
		if err := drawing.SVG(&svg, t.Name+", the last step"); err != nil {
			return err
		}
		still.Picture = template.HTML(svg.String())
	}
	for _, o := range f.path {
		still.Path = append(still.Path, f.words.names.Option(o))
	}
	if last := len(f.data.Frames) - 1; last >= 0 {
		still.Words = f.data.Frames[last].Words
	}
	return layout().Execute(w, map[string]any{
		"Titles": t, "Data": f.data, "Still": still, "Steps": len(f.data.Frames),
		"Style": template.CSS(embedded("film.css")), "Script": template.JS(embedded("film.js")),
	})
}

// inBase returns the options of the last step as a visitor would see them.
func (f *Film) inBase() (options []int) {
	for _, o := range f.path {
		options = append(options, f.problem.ToBase(o))
	}
	return options
}

func embedded(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(text)
}
