package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"xcbench/cover"
	"xcbench/format"
)

// answer is what is found of one puzzle. There is one for all puzzles of a command, so that they use
// the same memory one after another: nothing in it outlives its puzzle but the room that it takes.
type answer struct {
	*solving
	name    string
	puzzle  *format.Puzzle
	checker cover.Checker

	kept    [][]int // the first solutions, as option indices, for JSON or --count
	line    []byte  // printed last
	printed bool
	undrawn bool  // it has been said that there is no picture
	err     error // of a wrong solution, or of writing
}

// begin makes a the answer to a puzzle.
func (a *answer) begin(s *solving, name string, puzzle *format.Puzzle) {
	a.solving, a.name, a.puzzle = s, name, puzzle
	a.checker.Reset(puzzle.Problem())
	a.kept, a.printed, a.undrawn, a.err = a.kept[:0], false, false, nil
}

// visit checks a solution and prints or keeps it.
func (a *answer) visit(options []int) bool {
	if err := a.check(options); err != nil {
		a.err = wrongError{fmt.Errorf("%s gave a wrong solution: %w", a.variant.Name, err)}
		return false
	}
	switch text := a.json == nil; {
	case !text && len(a.kept) < a.show, text && a.count && len(a.kept) == 0:
		a.keep(options)
	case text && !a.count:
		a.err = a.print(a.append(a.line[:0], options))
	}
	return a.err == nil
}

func (a *answer) check(options []int) error {
	if err := a.checker.Check(options); err != nil {
		return err
	}
	return a.puzzle.Answer.Check(options)
}

func (a *answer) keep(options []int) {
	n := len(a.kept)
	a.kept = slices.Grow(a.kept, 1)[:n+1]
	a.kept[n] = append(a.kept[n][:0], options...)
}

// append appends a solution as the user wants to see it.
func (a *answer) append(dst []byte, options []int) []byte {
	if a.draw {
		if drawing, ok := a.puzzle.Draw(options); ok {
			return append(dst, a.screen.draw(drawing)...)
		}
		if !a.undrawn {
			a.out.Flush() // what has been printed comes first
			fmt.Fprintf(a.notes, "warning: %s:%d: it has no picture; its answer is shown as without --draw\n", a.name, a.puzzle.Line)
			a.undrawn = true
		}
	}
	return a.puzzle.Answer.Append(dst, options)
}

// print writes one solution, with an empty line before it if solutions take more
// than one line and it is not the first.
func (a *answer) print(text []byte) error {
	if bytes.Count(text, newline) > 1 && (a.puzzles > 0 || a.printed) {
		a.out.Write(newline) // its error is that of the text too
	}
	a.line, a.printed = text, true
	_, err := a.out.Write(text)
	return err
}

var newline = []byte("\n")

func (a *answer) writeText(stats cover.Stats) error {
	switch {
	case a.count:
		return a.writeCount(stats)
	case stats.Solutions > 0:
		return nil // shown when found
	case stats.Status == cover.Solved:
		return a.print(a.puzzle.Answer.AppendNone(a.line[:0]))
	}
	return a.print(fmt.Appendf(a.line[:0], "? (%s after %d nodes)\n", stats.Status, stats.Nodes))
}

// writeCount writes the number of solutions, with a + where the search stopped
// before it had seen all, and behind it or below it the only grid.
func (a *answer) writeCount(stats cover.Stats) error {
	text := strconv.AppendInt(a.line[:0], stats.Solutions, 10)
	if stats.Status != cover.Solved {
		text = append(text, '+')
	}
	if !a.puzzle.Grid || stats.Status != cover.Solved || stats.Solutions != 1 {
		return a.print(append(text, '\n'))
	}
	end := len(text)
	text = a.append(append(text, ' '), a.kept[0])
	if bytes.Count(text, newline) > 1 {
		text[end] = '\n'
	}
	return a.print(text)
}

// writeJSON writes one object on a line.
func (a *answer) writeJSON(name string, stats cover.Stats) error {
	object := struct {
		Instance  string        `json:"instance"`
		Line      int           `json:"line"`
		Note      string        `json:"note,omitempty"`
		Solver    string        `json:"solver"`
		Status    cover.Status  `json:"status"`
		Solutions int64         `json:"solutions"`
		Nodes     int64         `json:"nodes"`
		Updates   int64         `json:"updates"`
		Levels    []cover.Level `json:"levels"`
		SetupNS   int64         `json:"setup_ns"`
		SearchNS  int64         `json:"search_ns"`
		Options   [][]int       `json:"options,omitempty"`
		Answers   []string      `json:"answers,omitempty"`
	}{
		name, a.puzzle.Line, a.puzzle.Note, a.variant.Name,
		stats.Status, stats.Solutions, stats.Nodes, stats.Updates, stats.Levels,
		stats.Setup.Nanoseconds(), stats.Search.Nanoseconds(), nil, nil,
	}
	p := a.puzzle.Problem()
	for _, options := range a.kept {
		numbers := []int{} // not null, should it be empty
		for _, o := range options {
			o, _ = p.OptionOf(o)
			numbers = append(numbers, p.Number(o))
		}
		slices.Sort(numbers)
		object.Options = append(object.Options, numbers)
		object.Answers = append(object.Answers, string(a.puzzle.Answer.Append(nil, options)))
	}
	return a.json.Encode(object)
}
