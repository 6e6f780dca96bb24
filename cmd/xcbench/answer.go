package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/format/sudoku"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/solvers"
)

// answer is the answer to one puzzle. A worker has one answer, which all its puzzles use in turn,
// so that they share its memory. Only the memory and the counts outlive a puzzle.
type answer struct {
	*solving
	numbered
	out     *batch
	checker cover.Checker
	visits  cover.Visitor // the method visit, or nil before the first puzzle
	last    cover.Search  // of the previous puzzle, or nil
	problem *cover.Problem
	room    sudoku.Room // of problem, if it is a sudoku
	levels  []cover.Level

	puzzles int // answered by this worker
	none    int // of them without a solution
	open    int // of them stopped before a solution was found

	diagram *solvers.Diagram // or nil
	order   string           // of its items
	kept    [][]int          // the first solutions as option indices, for JSON
	looked  int              // how many solutions are checked
	line    []byte           // printed last
	first   []byte           // the grid of the first solution as text, for --count
	shown   int64            // solutions of a puzzle with copies, each once
	printed bool
	undrawn bool  // the warning that there is no picture has been printed
	err     error // of a wrong solution, or of writing
}

// begin resets the answer for the next puzzle.
func (a *answer) begin(s *solving, p numbered) {
	a.solving, a.numbered = s, p
	if s.variant.Parallel || s.variant.Engine != nil { // several threads may have the problem before
		a.problem = p.puzzle.Problem()
	} else {
		a.problem = p.puzzle.ProblemIn(&a.room)
	}
	if !p.puzzle.Grid {
		a.checker.Reset(a.problem)
	}
	a.kept, a.looked, a.printed, a.undrawn, a.err, a.diagram, a.order, a.shown = a.kept[:0], 0, false, false, nil, nil, "", 0
}

// visitor returns the visitor of the search. It is nil if no solution is shown: then the solver only has
// to count.
func (a *answer) visitor() cover.Visitor {
	if a.count && (a.form == "json" && a.show == 0 || a.form == "text" && !a.puzzle.Grid) ||
		a.countsOnly {
		return nil
	}
	if a.visits == nil {
		a.visits = a.visit
	}
	return a.visits
}

// visit checks a solution and prints or keeps it. With --count, it checks only solutions that are
// shown.
func (a *answer) visit(options []int) bool {
	if a.count && a.looked >= max(1, a.show) {
		return true
	}
	if !a.count && a.puzzle.Copies() > 1 {
		if a.puzzle.Repeats(options) {
			return true
		}
		a.shown++
	}
	text := a.form != "json"
	var err error
	switch {
	case text && !a.count:
		a.line, err = a.solution(a.line[:0], options)
	case text && a.looked == 0 && a.puzzle.Grid:
		a.first, err = a.solution(a.first[:0], options)
	default:
		err = a.check(options)
	}
	a.looked++
	if err != nil {
		a.err = cli.Wrong(fmt.Errorf("%s:%d: %s reported a wrong solution: %w", a.name, a.puzzle.Line, a.variant.Name, err))
		return false
	}
	switch {
	case text && !a.count:
		a.err = a.print(a.line)
	case !text && len(a.kept) < a.show:
		a.kept = append(a.kept, slices.Clone(options))
	}
	return a.err == nil && (a.shown == 0 || a.shown != a.bounds.Solutions)
}

// solution appends a solution as it is printed, after a check.
func (a *answer) solution(dst []byte, options []int) ([]byte, error) {
	if a.puzzle.Grid && !a.draw {
		return a.puzzle.AppendChecked(dst, options)
	}
	if err := a.check(options); err != nil {
		return dst, err
	}
	return a.append(dst, options), nil
}

// check compares a solution with the problem. A grid is compared with the rules of sudoku and with
// the givens, which is the same question.
func (a *answer) check(options []int) error {
	if !a.puzzle.Grid {
		if err := a.checker.Check(options); err != nil {
			return err
		}
	}
	return a.puzzle.Answer.Check(options)
}

// append appends a solution as text, or as a drawing with --draw.
func (a *answer) append(dst []byte, options []int) []byte {
	if a.draw {
		if drawing, ok := a.puzzle.Draw(options); ok {
			return append(dst, a.screen.draw(drawing)...)
		}
		if !a.undrawn {
			a.out.Wait() // the answers before this one come first
			fmt.Fprintf(a.notes, "warning: %s:%d: the puzzle has no picture; its answer is printed as text\n", a.name,
				a.puzzle.Line)
			a.undrawn = true
		}
	}
	return a.puzzle.Answer.Append(dst, options)
}

// print writes one solution. An empty line separates solutions that take more than one line, or
// that may do so: two solutions of one option must not look like one solution of two.
func (a *answer) print(text []byte) error {
	lines := bytes.Count(text, newline) > 1 || a.puzzle.OptionLines() && !a.count
	if lines && (a.number > 0 || a.printed) {
		a.out.Write(newline) // an error shows in the next Write too
	}
	a.line, a.printed = text, true
	_, err := a.out.Write(text)
	return err
}

var newline = []byte("\n")

// enter counts the puzzle as answered.
func (a *answer) enter(stats cover.Stats) {
	switch {
	case stats.Solutions == 0 && stats.Status == cover.Solved, a.unique && stats.Solutions > 1:
		a.none++
	case stats.Solutions == 0, a.unique && judgement(stats) == "":
		a.open++
	}
	a.puzzles++
}

// writeText writes the answer, unless its solutions are printed already.
func (a *answer) writeText(stats cover.Stats) error {
	switch {
	case a.unique && judgement(stats) != "":
		return a.print(append(append(a.line[:0], judgement(stats)...), '\n'))
	case a.count && !a.unique:
		return a.writeCount(stats)
	case stats.Solutions > 0 && !a.unique:
		return nil // printed when it was found
	case stats.Status == cover.Solved:
		return a.print(a.puzzle.Answer.AppendNone(a.line[:0]))
	}
	return a.print(fmt.Appendf(a.line[:0], "? (%s%s)\n", stats.Status, afterNodes(stats)))
}

// afterNodes says after how many nodes a search stopped, if they are counted.
func afterNodes(stats cover.Stats) string {
	if stats.Nodes == cover.Uncounted {
		return ""
	}
	return fmt.Sprintf(" after %d nodes", stats.Nodes)
}

// soFar says how far an interrupted count has come, and how to end one with an answer.
func (a *answer) soFar(stats cover.Stats) string {
	if !a.count || a.unique {
		return ""
	}
	return fmt.Sprintf(", with %s so far; --timeout or --limit end a count with an answer, and --unique says whether there is "+
		"more than one solution", english.GroupedCount(stats.Solutions, "solution"))
}

// writeCount writes the number of solutions, with a + if the search stopped before it had found
// all. A grid that is the only solution follows, on the same line if it fits there.
func (a *answer) writeCount(stats cover.Stats) error {
	text := append(a.line[:0], stats.CountText()...)
	if stats.Status != cover.Solved {
		text = append(text, '+')
	} else if n := a.puzzle.Copies(); n > 1 {
		text = fmt.Appendf(text, " (%d without the copies changing places)", stats.Solutions/n)
	}
	if a.looked == 0 || !a.puzzle.Grid || stats.Status != cover.Solved || stats.Solutions != 1 {
		return a.print(append(text, '\n'))
	}
	end := len(text)
	if text = append(append(text, ' '), a.first...); bytes.Count(text, newline) > 1 {
		text[end] = '\n'
	}
	return a.print(text)
}

// exactText returns the number of solutions in decimal if many programs would not read the number
// in JSON exactly, and "" otherwise.
func exactText(stats cover.Stats) string {
	if stats.Solutions < 1<<53 {
		return ""
	}
	return stats.CountText()
}

// found is the status in JSON of a search that ended at the number of solutions that was asked for, one if
// nothing else is said. The status [cover.Limit] is left for searches that ended before.
const found cover.Status = "found"

// encode writes an object on one line.
func (a *answer) encode(object any) error { return json.NewEncoder(a.out).Encode(object) }

// writeJSON writes the answer as one object.
func (a *answer) writeJSON(name string, stats cover.Stats) error {
	unique := ""
	if a.unique {
		unique = cmp.Or(judgement(stats), "unknown")
	}
	if stats.Status == cover.Limit && a.bounds.Solutions > 0 && stats.Solutions >= a.bounds.Solutions {
		stats.Status = found
	}
	distinct := int64(0)
	if n := a.puzzle.Copies(); n > 1 {
		distinct = stats.Solutions / n
	}
	object := struct {
		Instance  string        `json:"instance"`
		Line      int           `json:"line"`
		Note      string        `json:"note,omitempty"`
		Solver    string        `json:"solver"`
		Chosen    string        `json:"chosen,omitempty"`
		Status    cover.Status  `json:"status"`
		Unique    string        `json:"unique,omitempty"`
		Solutions int64         `json:"solutions"`
		Exact     string        `json:"exact_solutions,omitempty"`
		Distinct  int64         `json:"distinct_solutions,omitempty"` // without copies changing places
		Nodes     any           `json:"nodes"`                        // null if they are not counted
		Updates   any           `json:"updates"`
		Levels    []cover.Level `json:"levels"`
		SetupNS   int64         `json:"setup_ns"`
		SearchNS  int64         `json:"search_ns"`
		Options   [][]int       `json:"options,omitempty"`
		Answers   []string      `json:"answers,omitempty"`
		Diagram   any           `json:"diagram,omitempty"`
	}{
		name, a.puzzle.Line, a.puzzle.Note, a.variant.Name, cmp.Or(a.order, solvers.ChosenBy(a.last)),
		stats.Status, unique, stats.Solutions, exactText(stats), distinct, report.Counter(stats.Nodes).Value, report.Counter(stats.Updates).Value, stats.Levels,
		stats.Setup.Nanoseconds(), stats.Search.Nanoseconds(), nil, nil, nil,
	}
	if d := a.diagram; d != nil {
		object.Diagram = struct {
			States      int   `json:"states"`
			Transitions int   `json:"transitions"`
			Bytes       int64 `json:"bytes"`
		}{d.States(), d.Transitions(), d.Bytes()}
	}
	for _, options := range a.kept {
		numbers := []int{} // an empty list, not null, if there are none
		for _, o := range options {
			o, _ = a.problem.FromBase(o)
			numbers = append(numbers, a.problem.Number(o))
		}
		slices.Sort(numbers)
		object.Options = append(object.Options, numbers)
		object.Answers = append(object.Answers, string(a.puzzle.Answer.Append(nil, options)))
	}
	return a.encode(object)
}
