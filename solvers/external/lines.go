package external

import (
	"bytes"
	"io"
	"regexp"
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
func lines(s Spec) (codec, error) {
	number, patterns := wholeLine, patternsOf(s, "")
	if rule, ok := s.Patterns["solutions"]; ok {
		number = lazy.Regexp(rule)
	}
	return codec{extension: ".txt", firstOnly: true, takes: takesSudoku, state: func(p *cover.Problem) statement {
		g, _ := sudoku.Of(p)
		return &puzzle{p: p, board: g, patterns: patterns, number: number, count: s.Count, batch: max(1, s.Batch)}
	}}, nil
}

var wholeLine = lazy.Regexp(`^(\d+)$`)

func takesSudoku(p *cover.Problem) error {
	if _, ok := sudoku.Of(p); !ok {
		return cover.Unsupportedf("the problem is not a sudoku; the engine takes sudokus only")
	}
	return nil
}

type puzzle struct {
	p        *cover.Problem
	board    sudoku.Grid
	patterns []pattern
	number   func() *regexp.Regexp // finds the number of solutions in a line
	count    bool
	batch    int
}

func (z *puzzle) text([][]int) []byte {
	return bytes.Repeat(append(z.board.Append(nil), '\n'), z.batch)
}

func (z *puzzle) finish(*reply) error { return nil }

// next returns the next line that is not only statistics.
func (z *puzzle) next(r *reply) ([]byte, error) {
	for {
		line, err := r.next()
		if err != nil {
			return nil, err
		}
		line = bytes.TrimSpace(line)
		if found, err := r.scan(z.patterns, line); err != nil || !found || z.answers(line) {
			return line, err
		}
	}
}

func (z *puzzle) answers(line []byte) bool {
	if z.count {
		return z.number().Match(line)
	}
	_, ok := z.solution(line)
	return ok || none(line)
}

func (z *puzzle) read(r *reply) error {
	line, err := z.next(r)
	if err != nil {
		return endOf(err)
	}
	line = bytes.Clone(line)
	if z.count {
		m := z.number().FindSubmatch(line)
		if m == nil {
			return r.lineFault(line, "expected the number of solutions")
		}
		n, err := r.parse("solutions", m[1])
		if err != nil {
			return err
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
		line, err := z.next(r)
		switch {
		case err == io.EOF && wanted > 0:
			return r.faultf("%d answers to %d sudokus", z.batch-wanted, z.batch)
		case err != nil:
			return endOf(err)
		case wanted > 0 && !bytes.Equal(line, first):
			return wrongf("line %d: %s, expected the same answer as before", r.number, child.Quote(line))
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
