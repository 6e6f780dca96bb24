package corpus

import (
	"embed"
	"encoding/csv"
	"fmt"
	"strings"
	"sync"

	"xcbench/format"
)

//go:embed sudokus
var sudokuLists embed.FS

// namedSudoku is a puzzle that has a name among players.
type namedSudoku struct{ name, title, author, year, note, puzzle string }

// namedSudokus returns the puzzles of sudokus/named.tsv by name, and the names in the order of the
// list.
var namedSudokus = sync.OnceValues(func() (map[string]namedSudoku, []string) {
	in := csv.NewReader(strings.NewReader(embedded(sudokuLists, "sudokus/named.tsv")))
	in.Comma, in.Comment, in.LazyQuotes = '\t', '#', true
	rows, err := in.ReadAll()
	if err != nil {
		panic(err)
	}
	all, names := map[string]namedSudoku{}, []string(nil)
	for _, r := range rows[1:] {
		all[r[0]] = namedSudoku{r[0], r[1], r[2], r[3], r[4], r[5]}
		names = append(names, r[0])
	}
	return all, names
})

func sudokuNames() []string { _, names := namedSudokus(); return names }

func findSudoku(name string) namedSudoku { all, _ := namedSudokus(); return all[name] }

func sudokuTitle(name string) string {
	s := findSudoku(name)
	title := fmt.Sprintf("%s, by %s, %s", s.title, s.author, s.year)
	if s.note != "-" {
		title += " (" + s.note + ")"
	}
	return title
}

var sudokus = Family{
	Name:    "sudoku",
	summary: "sudokus of side 9 that players know by name",
	Params:  []Param{chosen("<name>", "puzzle; the catalogue lists them all", sudokuNames).says(sudokuTitle)},
	Form:    sudokuForm,
	Source:  "published with the puzzle",
	Sample:  "ai_escargot",
	build:   func(v Values) (*format.Puzzle, error) { return sudokuPuzzle(findSudoku(v["name"]).puzzle) },
	title:   "{name}",
	keys: func(v Values) map[string]string {
		s := findSudoku(v["name"])
		return map[string]string{
			"author": s.author,
			"year":   strings.TrimSuffix(s.year, "?"),
			"clues":  fmt.Sprint(clues(s.puzzle)),
		}
	},
}

const sudokuForm = `Every row, column and box has each digit once.

Items are the blank cells p<row><column>. Then come the digits that each row, column and
box still lacks: r<row><digit>, c<column><digit> and b<box><digit>. All numbers count
from 0, digits too. Options are the digits that the givens allow in each blank cell,
ordered by row, column and digit (TAOCP 7.2.2.1).`

func clues(puzzle string) int { return len(puzzle) - strings.Count(puzzle, ".") }

// sudokuPuzzle returns the puzzle of a board in one line.
func sudokuPuzzle(line string) (*format.Puzzle, error) {
	r, err := format.NewReader("sudoku", strings.NewReader(line), format.Options{From: "sudoku"})
	if err != nil {
		return nil, err
	}
	return r.Read()
}
