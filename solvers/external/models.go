package external

import (
	"slices"

	"xcbench/cover"
)

// A language is how a family of programs reads a problem and shows its solutions.
type language struct {
	// text returns the problem, and what excludes n solutions.
	text    func(excluded []byte, n int) [][]byte
	exclude func(text []byte, last []int) []byte // appends that the last solution is none; nil if it cannot be said
	begin   func()                               // is called before an output is read, or nil
	line    func(m *models, r *reply, line []byte) error
	open    bool // the end of the output ends a model
}

// speaking returns a codec whose problems are in a language.
func (c codec) speaking(s Spec, usual []pattern, of func(p *cover.Problem) language) codec {
	patterns := patternsOf(s, usual)
	c.state = func(p *cover.Problem) statement { return &models{language: of(p), p: p, patterns: patterns} }
	return c
}

// models is a problem in a language.
type models struct {
	plain
	language
	p        *cover.Problem
	patterns []pattern
	excluded []byte
	n        int   // solutions excluded
	options  []int // of the model that is being read
	begun    bool  // a model
}

func (m *models) text() [][]byte { return m.language.text(m.excluded, m.n) }
func (m *models) restart()       { m.excluded, m.n = m.excluded[:0], 0 }

func (m *models) again(last []int) bool {
	if m.exclude == nil {
		return false
	}
	m.excluded, m.n = m.exclude(m.excluded, last), m.n+1
	return true
}

func (m *models) read(r *reply) error {
	m.options, m.begun = m.options[:0], false
	if m.begin != nil {
		m.begin()
	}
	for {
		line, err := r.next()
		if err == nil {
			err = m.line(m, r, line)
		} else if err = endOf(err); err == nil {
			if m.open && m.begun {
				m.solution(r)
			}
			return nil
		}
		if err != nil || r.run.book.over {
			return err
		}
	}
}

// option adds an option to the model.
func (m *models) option(r *reply, line []byte, o int) error {
	if m.options = append(m.options, o); len(m.options) > m.p.Options() {
		return r.lineFault(line, "more variables than there are")
	}
	return nil
}

// solution ends a model. It returns false if the run is over.
func (m *models) solution(r *reply) bool {
	slices.Sort(m.options)
	r.run.book.solution(m.options)
	m.options, m.begun = m.options[:0], false
	return !r.run.book.over
}

// other looks for statistics in a line. If there are none, and the line is odd, it is remembered.
func (m *models) other(r *reply, line []byte, odd bool) error {
	found, err := r.scan(m.patterns, line)
	if !found && odd {
		r.strange(line)
	}
	return err
}

// finish compares the exit status of the program with its output.
func (m *models) finish(r *reply) error {
	exits := len(r.run.engine.codec.exits) > 0
	if exits && (r.exit.Code == unsatisfiable && !r.exhausted || r.exit.Code == satisfiable && r.exhausted) {
		return r.faultf("the exit status %d contradicts the output", r.exit.Code)
	}
	if n, ok := r.numbers["solutions"]; ok {
		r.claimed = n
	}
	switch {
	case r.answered && !r.exhausted && r.run.book.found == r.before:
		return r.faultf("it says that there is a solution, and shows none")
	case exits && r.exit.Code == exhausted:
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

// optionsOf returns the options of each item.
func optionsOf(p *cover.Problem) [][]int {
	options := make([][]int, p.Items())
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			options[i] = append(options[i], o)
		}
	}
	return options
}
