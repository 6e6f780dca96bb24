package corpus

import (
	"fmt"
	"strings"
	"sync"

	"xcbench/format"
)

// huntedSudokus returns the puzzles of sudokus/hunted.txt by name, and the names. Names count the
// puzzles of the file: the first one, which is the hardest, is h001.
var huntedSudokus = sync.OnceValues(func() (map[string]*format.Puzzle, []string) {
	text, err := sudokuLists.Open("sudokus/hunted.txt")
	if err != nil {
		panic(err)
	}
	r, err := format.NewReader("hunted.txt", text, format.Options{From: "sudoku"})
	if err != nil {
		panic(err)
	}
	all, names := map[string]*format.Puzzle{}, []string(nil)
	for {
		puzzle, err := r.Read()
		if err != nil {
			return all, names // the end of the file: a test checks that no puzzle is missing
		}
		name := fmt.Sprintf("h%03d", len(names)+1)
		all[name], names = puzzle, append(names, name)
	}
})

func huntedNames() []string { _, names := huntedSudokus(); return names }

func findHunted(name string) *format.Puzzle { all, _ := huntedSudokus(); return all[name] }

func huntedScore(name string) string {
	score, _, _ := strings.Cut(findHunted(name).Note, " ")
	return strings.TrimPrefix(score, "score=")
}

var hunted = Family{
	Name:    "hunted",
	summary: "sudokus that a search found to be hard for dlx_index; docs/corpus.md names the commit of the search",
	Params:  []Param{chosen("<name>", "puzzle; h001 is the hardest", huntedNames).says(huntedScore)},
	Form:    sudokuForm,
	Source:  "unique by construction",
	Sample:  "h001",
	build:   func(v Values) (*format.Puzzle, error) { return findHunted(v["name"]), nil },
	title:   "hunted sudoku: {name} updates (geometric mean of its symmetric copies)",
	keys: func(v Values) map[string]string {
		g, _ := findHunted(v["name"]).Sudoku()
		return map[string]string{"clues": fmt.Sprint(clues(g.String()))}
	},
}
