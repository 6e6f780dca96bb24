package external

import (
	"slices"
	"strconv"
	"strings"

	"xcbench/cover"
)

// A language is how a family of programs reads a problem and shows its solutions.
type language struct {
	text func(excluded [][]int) []byte // see statement
	line func(m *models, r *reply, line []byte) error
	open bool // the end of the output ends a model
}

// speaking returns a function that states problems in a language.
func speaking(of func(p *cover.Problem) language) func(p *cover.Problem) statement {
	return func(p *cover.Problem) statement { return &models{language: of(p), p: p} }
}

// models is a problem in a language.
type models struct {
	language
	p       *cover.Problem
	options []int // of the model that is being read
	begun   bool  // a model
	bare    bool  // behind a line SAT, where literals begin a line
}

func (m *models) text(excluded [][]int) []byte { return m.language.text(excluded) }

func (m *models) read(r *reply) error {
	m.options, m.begun, m.bare = m.options[:0], false, false
	for line := range r.all() {
		if err := m.line(m, r, line); err != nil || r.run.over {
			return err
		}
	}
	if r.err == nil && m.open && m.begun {
		m.solution(r)
	}
	return r.err
}

// option adds an option to the model, given the number of its variable.
func (m *models) option(r *reply, line []byte, variable int) error {
	if m.options = append(m.options, variable-1); len(m.options) > m.p.Options() {
		return r.lineFault(line, "more variables than there are")
	}
	return nil
}

// solution ends a model. It returns false if the run is over.
func (m *models) solution(r *reply) bool {
	slices.Sort(m.options)
	r.run.solution(m.options)
	m.options, m.begun = m.options[:0], false
	return !r.run.over
}

// other looks for statistics in a line. If there are none, and the line is odd, it is remembered.
func (m *models) other(r *reply, line []byte, odd bool) error {
	found, err := r.scan(line)
	if !found && odd {
		r.strange(line)
	}
	return err
}

// finish compares the exit status of the program with its output.
func (m *models) finish(r *reply) error {
	if r.exit.Code == unsatisfiable && !r.exhausted || r.exit.Code == satisfiable && r.exhausted {
		return r.faultf("the exit status %d contradicts the output", r.exit.Code)
	}
	r.claimed = r.value("solutions")
	switch {
	case r.answered && !r.exhausted && r.run.found == r.before:
		return r.faultf("it says that there is a solution, and shows none")
	case r.exit.Code == exhausted:
		r.exhausted = true
	}
	return nil
}

// The exit statuses of SAT solvers. Other programs than clasp do not have the last.
const (
	satisfiable   = 10
	unsatisfiable = 20
	exhausted     = 30 // satisfiable, and all models were shown
)

var exitsSAT = []int{satisfiable, unsatisfiable, exhausted}

// status reads the status line of a SAT solver.
func (r *reply) status(word string, line []byte) error {
	switch word {
	case "SATISFIABLE", "SAT", "OPTIMUM FOUND": // a solver of OPB says so without an objective, too
		r.answered = true
	case "UNSATISFIABLE", "UNSAT":
		r.answered, r.exhausted = true, true
	default:
		return r.lineFault(line, "it does not know the answer")
	}
	return nil
}

// A row is a linear constraint: the sum of some variables is equal to a bound, or at most the bound.
// Variable o says that option o is chosen, counted from 1. One more variable is always 0. It stands in
// rows that have no other, and keeps problems from being empty.
type row struct {
	variables []int
	equal     bool
	bound     int
}

// linear returns the text of a problem that consists of rows, after those that exclude solutions.
func linear(p *cover.Problem, write func(variables []int, rows []row) string) func(excluded [][]int) []byte {
	zero := p.Options() + 1
	items := make([]row, p.Items())
	for i := range items {
		items[i].equal, items[i].bound = i < p.Primary(), 1
	}
	var variables []int
	for o := range p.Options() {
		variables = append(variables, o+1)
		for _, i := range p.Option(o) {
			items[i].variables = append(items[i].variables, o+1)
		}
	}
	variables = append(variables, zero)
	return func(excluded [][]int) []byte {
		rows := append(slices.Clone(items), row{[]int{zero}, true, 0})
		for _, options := range excluded {
			not := row{bound: len(options) - 1}
			for _, o := range options {
				not.variables = append(not.variables, o+1)
			}
			rows = append(rows, not)
		}
		for k := range rows {
			if len(rows[k].variables) == 0 {
				rows[k].variables = []int{zero}
			}
		}
		return []byte(write(variables, rows))
	}
}

// either returns one of two words, by the relation of the row.
func (r row) either(equal, atMost string) string {
	if r.equal {
		return equal
	}
	return atMost
}

// join returns the numbers with a prefix each, and a separator between them.
func join(numbers []int, prefix, separator string) string {
	var text strings.Builder
	for k, n := range numbers {
		if k > 0 {
			text.WriteString(separator)
		}
		text.WriteString(prefix)
		text.WriteString(strconv.Itoa(n))
	}
	return text.String()
}

// each returns the texts of the rows.
func each(rows []row, write func(r row) string) string {
	var text strings.Builder
	for _, r := range rows {
		text.WriteString(write(r))
	}
	return text.String()
}
