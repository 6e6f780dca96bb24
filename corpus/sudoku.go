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
	text, err := sudokuLists.Open("sudokus/named.tsv")
	if err != nil {
		panic(err)
	}
	in := csv.NewReader(text)
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
	Params: []Param{{Name: "name", words: sudokuNames(), phrase: sudokuTitle,
		About: "puzzle; the catalogue lists them all"}},
	Form:   sudokuForm,
	Source: "published with the puzzle",
	Sample: "ai_escargot",
	build:  func(v Values) (*format.Puzzle, error) { return sudokuPuzzle(findSudoku(v["name"]).puzzle) },
	title:  "{name}",
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
	Name: "hunted",
	summary: "sudokus that 'xcbench corpus hunt' found to be hard for dlx_index; " +
		"corpus/sudokus/hunted.txt has the command",
	Params: []Param{{Name: "name", words: huntedNames(), About: "puzzle; h001 is the hardest", phrase: huntedScore}},
	Form:   sudokuForm,
	Source: "unique by construction",
	Sample: "h001",
	build:  func(v Values) (*format.Puzzle, error) { return findHunted(v["name"]), nil },
	title:  "hunted sudoku: {name} updates (geometric mean of its symmetric copies)",
	keys: func(v Values) map[string]string {
		g, _ := findHunted(v["name"]).Sudoku()
		return map[string]string{"clues": fmt.Sprint(clues(g.String()))}
	},
}

var sudokuEmpty = Family{
	Name:    "sudoku_empty",
	summary: "full sudoku boards with boxes of {rows} by {cols}, {rule}",
	Params: []Param{
		{Name: "rows", min: 1, max: 5, About: "rows of a box"},
		{Name: "cols", before: "x", min: 1, max: 5, About: "columns of a box; the side of the board is rows times cols"},
		{Name: "rule", before: "_", words: []string{"plain", "x"}, Default: "plain",
			About: "x: both diagonals have every digit too"},
	},
	Form:   boardForm,
	Source: "OEIS A107739 for square boxes",
	Sample: "2x2",
	build: func(v Values) (*format.Puzzle, error) {
		b := boxed(v.int("rows"), v.int("cols"), v["rule"] == "x")
		return b.sudoku(make([]uint8, b.side*b.side))
	},
}

var sudokuHoles = Family{
	Name:    "sudoku_holes",
	summary: "random sudoku with boxes of {rows} by {cols}, {rule}, {holes} cells blank, seed {seed}",
	Params: []Param{
		{Name: "rows", min: 2, max: 5, About: "rows of a box"},
		{Name: "cols", before: "x", min: 2, max: 5, About: "columns of a box; the side of the board is rows times cols"},
		{Name: "rule", before: "_", words: []string{"plain", "x", "jigsaw"}, Default: "plain",
			About: "x: both diagonals have every digit too; jigsaw: random connected regions instead of boxes; " +
				"both up to side 9"},
		{Name: "holes", before: "_h", min: 0, max: 625, About: "number of blank cells"},
		{Name: "seed", before: "_s", min: 1, max: 999_999, About: "seed of the random choices"},
	},
	Form: boardForm + `

The generator fills a board and then blanks cells in random order, so that there is a
solution by construction. A plain board is a regular one with its digits, bands, rows,
stacks and columns permuted. For x and jigsaw, it is the first solution of the empty
board with its items and options shuffled.`,
	Source: "counted; at least one by construction",
	Sample: "3x3_jigsaw_h50_s1",
	build: func(v Values) (*format.Puzzle, error) {
		rows, cols, holes := v.int("rows"), v.int("cols"), v.int("holes")
		d := newDice(v.int("seed"))
		b, full := boxed(rows, cols, v["rule"] == "x"), []uint8(nil)
		switch {
		case holes > b.side*b.side:
			return nil, fmt.Errorf("holes is %d, expected at most %d on a board of side %d", holes, b.side*b.side, b.side)
		case v["rule"] == "plain":
			full = shuffledPattern(rows, cols, d)
		case b.side > 9:
			return nil, fmt.Errorf("rule is %s with side %d, expected a side of at most 9", v["rule"], b.side)
		}
		for full == nil { // some jigsaws have no solution, or none that a short search finds
			if v["rule"] == "jigsaw" {
				b = jigsaw(rows, cols, d)
			}
			full = b.fill(d)
		}
		for _, k := range d.perm(len(full))[:holes] {
			full[k] = 0
		}
		return b.sudoku(full)
	},
}
