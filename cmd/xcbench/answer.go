package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/format"
)

// answer is what is found of one puzzle.
type answer struct {
	*solving
	name    string
	puzzle  *format.Puzzle
	checker *cover.Checker

	kept    [][]int // the first solutions, as option indices, for JSON or --count
	printed bool
	undrawn bool  // it has been said that there is no picture
	err     error // of a wrong solution, or of writing
}

// visit checks a solution and prints or keeps it.
func (a *answer) visit(options []int) bool {
	if err := a.check(options); err != nil {
		a.err = wrongError{fmt.Errorf("%s gave a wrong solution: %w", a.variant.Name, err)}
		return false
	}
	switch {
	case a.json && len(a.kept) < a.show, a.count && !a.json && len(a.kept) == 0:
		a.kept = append(a.kept, slices.Clone(options))
	case !a.json && !a.count:
		a.err = a.print(a.text(options))
	}
	return a.err == nil
}

func (a *answer) check(options []int) error {
	if err := a.checker.Check(options); err != nil {
		return err
	}
	return a.puzzle.Answer.Check(options)
}

// text returns a solution as the user wants to see it.
func (a *answer) text(options []int) []byte {
	if a.draw {
		if drawing, ok := a.puzzle.Draw(options); ok {
			return []byte(a.screen.draw(drawing))
		}
		if !a.undrawn {
			fmt.Fprintf(a.notes, "warning: %s:%d: it has no picture; its answer is shown as without --draw\n", a.name, a.puzzle.Line)
			a.undrawn = true
		}
	}
	return a.puzzle.Answer.Append(nil, options)
}

// print writes one solution, with an empty line before it if solutions take more
// than one line and it is not the first.
func (a *answer) print(text []byte) error {
	if bytes.Count(text, []byte("\n")) > 1 && (a.puzzles > 0 || a.printed) {
		text = append([]byte("\n"), text...)
	}
	a.printed = true
	_, err := a.out.Write(text)
	return err
}

func (a *answer) writeText(stats cover.Stats) error {
	switch {
	case a.count:
		return a.writeCount(stats)
	case stats.Solutions > 0:
		return nil // shown when found
	case stats.Status == cover.Solved:
		return a.print(a.puzzle.Answer.AppendNone(nil))
	}
	return a.print(fmt.Appendf(nil, "? (%s after %d nodes)\n", stats.Status, stats.Nodes))
}

// writeCount writes the number of solutions, with a + where the search stopped
// before it had seen all, and behind it or below it the only grid.
func (a *answer) writeCount(stats cover.Stats) error {
	text := fmt.Append(nil, stats.Solutions)
	if stats.Status != cover.Solved {
		text = append(text, '+')
	}
	if !a.puzzle.Grid || stats.Status != cover.Solved || stats.Solutions != 1 {
		return a.print(append(text, '\n'))
	}
	grid := a.text(a.kept[0])
	if bytes.Count(grid, []byte("\n")) == 1 {
		text = append(text, ' ')
	} else {
		text = append(text, '\n')
	}
	return a.print(append(text, grid...))
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
	for _, options := range a.kept {
		numbers := []int{} // not null, should it be empty
		for _, o := range options {
			numbers = append(numbers, a.puzzle.Problem().Number(o))
		}
		slices.Sort(numbers)
		object.Options = append(object.Options, numbers)
		object.Answers = append(object.Answers, string(a.puzzle.Answer.Append(nil, options)))
	}
	return json.NewEncoder(a.out).Encode(object)
}
