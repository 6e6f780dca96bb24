package external

import (
	"bytes"
	"strings"

	"xcbench/cover"
	"xcbench/format/sudoku"
	"xcbench/internal/child"
	"xcbench/internal/lazy"
)

// The protocol lines is the one of sudoku programs: a sudoku in a line in, its solution or the
// number of its solutions in a line out. Blanks are '.', and digits above 9 are letters from 'A'.
// The solution may be behind the sudoku, as in "53..7....,534678912...". A blank line, or one with
// a word such as "no" or "invalid", says that there is no solution.
//
// The program shows one solution and does not say whether there are more. With count, a line has the
// number of solutions, which may be at most the limit; a pattern finds it among other things. A line
// that a pattern matches and that is no answer is passed over.
//
// With a batch, the program gets the sudoku many times and must give the same answer each time. The
// time of a search is the time of the process, divided by the batch.
func lines(s Spec) codec {
	c := codec{extension: ".txt", sudokus: true, state: func(p *cover.Problem) statement {
		g, _ := sudoku.Of(p)
		return &puzzle{p: p, board: g, count: s.Count, batch: max(1, s.Batch)}
	}}
	if s.Count {
		c.usual = "solutions ^(\\d+)$"
	}
	return c
}

type puzzle struct {
	p     *cover.Problem
	board sudoku.Grid
	count bool
	batch int

	answers int    // so far
	first   []byte // of them
}

func (z *puzzle) text([][]int) []byte {
	z.answers = 0
	return bytes.Repeat(append(z.board.Append(nil), '\n'), z.batch)
}

func (z *puzzle) finish(r *reply) error {
	if 0 < z.answers && z.answers < z.batch {
		return r.faultf("%d answers to %d sudokus", z.answers, z.batch)
	}
	return nil
}

// answered reports whether a line with statistics is an answer too.
func (z *puzzle) answered(r *reply, line []byte) bool {
	if z.count {
		return r.value("solutions") >= 0
	}
	_, ok := z.solution(line)
	return ok || none().Match(line)
}

// line reads the answer, makes sure that the rest of the batch has the same one, and that nothing else
// follows. Lines that are only statistics are passed over.
func (z *puzzle) line(r *reply, line []byte) error {
	line = bytes.TrimSpace(line)
	delete(r.numbers, "solutions")
	found, err := r.scan(line)
	switch {
	case err != nil, found && !z.answered(r, line):
		return err
	case z.answers == 0:
		z.first = bytes.Clone(line)
		err = z.answer(r, line)
	case z.answers < z.batch && !bytes.Equal(line, z.first):
		err = cover.Wrongf("line %d: %s, expected the same answer as before", r.number, child.Quote(line))
	case z.answers >= z.batch && len(line) > 0:
		err = r.lineFault(line, "a second line for one sudoku")
	}
	z.answers++
	return err
}

// answer reads the first line.
func (z *puzzle) answer(r *reply, line []byte) error {
	r.answered, r.exhausted = true, true
	if z.count {
		if r.claimed = r.value("solutions"); r.claimed < 0 {
			return r.lineFault(line, "expected the number of solutions")
		}
		return nil
	}
	solution, ok := z.solution(line)
	switch {
	case ok:
		r.exhausted = false
		r.run.solution(solution)
	case !none().Match(line):
		return r.lineFault(line, "expected a full board of %d cells", len(z.board.Cells))
	}
	return nil
}

// none says that there is no solution.
var none = lazy.Regexp(`(?i)^(?:no|invalid|unsolvable|unsatisfiable|impossible|0)?(?: |$)`)

var lastBoard = lazy.Regexp(`(?:^|[^.0-9A-P])([1-9A-P]+)[^.0-9A-P]*$`)

// solution returns the options of a line with a full board.
func (z *puzzle) solution(line []byte) ([]int, bool) {
	board := lastBoard().FindSubmatch(line)
	if board == nil || len(board[1]) != len(z.board.Cells) {
		return nil, false
	}
	var options []int
	for k, c := range board[1] {
		digit := strings.IndexByte(signs, c) + 1
		if digit > z.board.Side {
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
