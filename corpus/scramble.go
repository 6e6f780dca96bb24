package corpus

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/sudoku"
)

// Scramble returns copy number k, from 1, of an instance, under another name. The copy is the same
// puzzle with its items and options in another order, which shows how much the order matters. A
// sudoku with square boxes and givens may be transposed, its rows, columns and digits are permuted, and it is encoded like any
// other sudoku. In any other problem, the primary items, the secondary items, the options, and the
// items within each option are permuted. The copy depends only on the seed, k, and the id of the
// instance.
func Scramble(in Instance, seed uint64, k int) Instance {
	c := in
	c.Name = in.Name + copyMark + strconv.Itoa(k)
	c.Title = fmt.Sprintf("scrambled copy %d of: %s", k, in.Title)
	c.Nodes, c.Updates, c.recorded = Unknown, Unknown, nil
	name := fnv.New64a()
	fmt.Fprint(name, in.ID(), " ", k)
	c.open = func() (*format.Puzzle, error) {
		puzzle, err := in.Puzzle()
		if err != nil {
			return nil, err
		}
		bits := rand.NewPCG(seed, name.Sum64())
		if g, ok := puzzle.Sudoku(); ok && g.Square() && slices.Max(g.Cells) > 0 {
			return format.NewSudoku(sudoku.RandomSymmetry(g.Side, rand.New(bits)).Apply(g)), nil
		}
		return format.NewPuzzle(shuffled(puzzle.Problem(), diceOf(bits))), nil
	}
	return c
}

// copyMark separates the name of an instance from the number of a scrambled copy.
const copyMark = ".x"

// Original undoes the naming of [Scramble]. For the name or id of a copy, such as queens/8.x3, it
// returns the name or id of the instance, queens/8, and the number of the copy, 3. For any other
// name it returns the name itself, and ok is false.
func Original(name string) (original string, copy int, ok bool) {
	at := strings.LastIndex(name, copyMark)
	if at <= 0 {
		return name, 0, false
	}
	digits := name[at+len(copyMark):]
	copy, err := strconv.Atoi(digits)
	if err != nil || copy < 1 || strconv.Itoa(copy) != digits {
		return name, 0, false
	}
	return name[:at], copy, true
}

// shuffled returns the problem with items and options in another order.
func shuffled(p *cover.Problem, d dice) *cover.Problem {
	var b cover.Builder
	for _, i := range d.perm(p.Primary()) {
		b.Primary(p.Name(i))
	}
	for _, i := range d.perm(p.Items() - p.Primary()) {
		b.Secondary(p.Name(p.Primary() + i))
	}
	var option []string
	for _, o := range d.perm(p.Options()) {
		option = option[:0]
		for k := range p.Option(o) {
			option = append(option, p.Entry(o, k))
		}
		shuffle(d, option)
		b.Option(option...)
	}
	s, err := b.Problem()
	if err != nil {
		panic(err) // cannot happen: the names come from a problem
	}
	return s
}
