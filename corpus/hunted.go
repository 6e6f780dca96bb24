package corpus

import (
	"fmt"
	"strings"
	"sync"

	"xcbench/format"
)

// huntedSudokus returns the lines of sudokus/hunted.txt that have a puzzle, by name. Names count the puzzles
// of the file: the first one, which is the hardest, is h001.
var huntedSudokus = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(embedded(sudokuLists, "sudokus/hunted.txt")) {
		if !strings.HasPrefix(line, "#") {
			all[fmt.Sprintf("h%03d", len(all)+1)] = line
		}
	}
	return all
})

func huntedScore(name string) string {
	_, score, _ := strings.Cut(huntedSudokus()[name], "score=")
	score, _, _ = strings.Cut(score, " ")
	return score
}

var hunted = Family{
	Name:    "hunted",
	summary: "sudokus that a search found to be hard for dlx_index",
	Params:  []Param{chosen("<name>", "puzzle; h001 is the hardest", keys(huntedSudokus)).says(huntedScore)},
	Form:    sudokuForm,
	Source:  "unique by construction",
	Sample:  "h001",
	build:   func(v Values) (*format.Puzzle, error) { return sudokuPuzzle(huntedSudokus()[v["name"]]) },
	title:   "hunted sudoku: {name} updates (geometric mean of its symmetric copies)",
	keys: func(v Values) map[string]string {
		puzzle, _, _ := strings.Cut(huntedSudokus()[v["name"]], " ")
		return map[string]string{"clues": fmt.Sprint(clues(puzzle))}
	},
}
