package corpus

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"xcbench/format"
)

// huntedSudokus returns the puzzles of sudokus/hunted.txt. Their names count the puzzles of the file: the first one,
// which is the hardest, is h001.
var huntedSudokus = sync.OnceValue(func() (all []*format.Puzzle) {
	text, err := sudokuLists.Open("sudokus/hunted.txt")
	if err != nil {
		panic(err)
	}
	r, err := format.NewReader("hunted.txt", text, format.Options{From: "sudoku"})
	if err != nil {
		panic(err)
	}
	for {
		puzzle, err := r.Read()
		if err != nil {
			return all // the end of the file: a test checks that no puzzle is missing
		}
		all = append(all, puzzle)
	}
})

func huntedNames() (names []string) {
	for k := range huntedSudokus() {
		names = append(names, fmt.Sprintf("h%03d", k+1))
	}
	return names
}

func findHunted(name string) *format.Puzzle {
	return huntedSudokus()[slices.Index(huntedNames(), name)]
}

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
