package external

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/format/sudoku"
)

// The protocol lines is the one of sudoku programs: a sudoku in a line in, its solution or the
// number of its solutions in a line out. Blanks are '.', and digits above 9 are letters from 'A'.
// The solution may be behind the sudoku, as in "53..7....,534678912...". A blank line, or one with
// a word such as "no" or "invalid", says that there is no solution.
//
// The program shows one solution and does not say whether there are more. With count, it prints a
// number; with a limit of solutions, the number may be at most the limit.
//
// With a batch, the program gets the sudoku many times and must give the same answer each time. The
// time of a search is the time of the process, divided by the batch.
func lines(s Spec) (codec, error) {
	return codec{extension: ".txt", firstOnly: true, takes: takesSudoku, state: func(p *cover.Problem) statement {
		g, _ := sudoku.Of(p)
		return &puzzle{p: p, board: g, count: s.Count, batch: max(1, s.Batch)}
	}}, nil
}

func takesSudoku(p *cover.Problem) error {
	if _, ok := sudoku.Of(p); !ok {
		return cover.Unsupportedf("the problem is not a sudoku; the engine takes sudokus only")
	}
	return nil
}

type puzzle struct {
	plain
	p     *cover.Problem
	board sudoku.Grid
	count bool
	batch int
}

func (z *puzzle) text() [][]byte {
	return [][]byte{bytes.Repeat(append(z.board.Append(nil), '\n'), z.batch)}
}

func (z *puzzle) read(r *reply) error {
	line, err := r.next()
	if err != nil {
		return endOf(err)
	}
	line = bytes.Clone(bytes.TrimSpace(line))
	if z.count {
		n, err := strconv.ParseInt(string(line), 10, 64)
		if err != nil || n < 0 || n > maxNumber {
			return r.lineFault(line, "expected the number of solutions")
		}
		if limit := r.run.wish.solutions; limit > 0 {
			n = min(n, limit)
		}
		r.answered, r.exhausted, r.claimed = true, true, n
		return z.rest(r, line)
	}
	solution, ok := z.solution(line)
	switch {
	case ok:
		r.answered = true
		if !r.run.book.solution(solution) {
			return nil
		}
	case none(line):
		r.answered, r.exhausted = true, true
	default:
		return r.lineFault(line, "expected a full board of %d cells", len(z.board.Cells))
	}
	return z.rest(r, line)
}

// rest makes sure that the rest of the batch has the same answer, and that nothing else follows.
func (z *puzzle) rest(r *reply, first []byte) error {
	for wanted := z.batch - 1; ; wanted-- {
		line, err := r.next()
		line = bytes.TrimSpace(line)
		switch {
		case err == io.EOF && wanted > 0:
			return r.faultf("%d answers to %d sudokus", z.batch-wanted, z.batch)
		case err != nil:
			return endOf(err)
		case wanted > 0 && !bytes.Equal(line, first):
			return wrongf("line %d: %s, expected the same answer as before", r.number, quoted(line))
		case wanted <= 0 && len(line) > 0:
			return r.lineFault(line, "a second line for one sudoku")
		}
	}
}

func none(line []byte) bool {
	text := strings.ToLower(string(line))
	for _, word := range []string{"no", "invalid", "unsolvable", "unsatisfiable", "impossible", "0"} {
		if first, _, _ := strings.Cut(text, " "); first == word {
			return true
		}
	}
	return text == ""
}

// solution returns the options of a line with a full board.
func (z *puzzle) solution(line []byte) ([]int, bool) {
	if len(line) > 10*len(z.board.Cells) {
		return nil, false
	}
	fields := bytes.FieldsFunc(line, func(c rune) bool { return !strings.ContainsRune("."+signs, c) && c != '0' })
	if len(fields) == 0 || len(fields[len(fields)-1]) != len(z.board.Cells) {
		return nil, false
	}
	var options []int
	for k, c := range fields[len(fields)-1] {
		digit := strings.IndexByte(signs, c) + 1
		if digit < 1 || digit > z.board.Side {
			return nil, false
		}
		o, ok := z.p.FromBase(k*z.board.Side + digit - 1)
		switch given := int(z.board.Cells[k]); {
		case ok:
			options = append(options, o)
		case digit != given: // a digit that a given excludes
			options = append(options, -1)
		}
	}
	return options, true
}

// signs are the digits of boards of all sizes, as [sudoku.Grid.Append] writes them.
const signs = "123456789ABCDEFGHIJKLMNOP"
