package external

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/format"
)

// The protocol dimacs is the one of SAT solvers. The problem is a formula in conjunctive normal
// form, as format writes it: variable o says that option o is chosen, counted from 1. The answer is
// in the format of the SAT competitions, where a model may take several lines, or in MiniSat's:
//
//	s SATISFIABLE                  SAT
//	v 1 -2 -3 4                    1 -2 -3 4 5 0
//	v 5 0
//
// A program that enumerates solutions gets their number as {solutions}. It shows one model after
// the other. The exit status 20 or 30 says that there are no more. For any other program, each
// further solution takes a process of its own, whose formula excludes all solutions before. In both
// encodings, the values of the options determine all other variables, so no solution has two
// models.
//
// With count, the program is a model counter. It prints the number of models, as
//
//	c s exact arb int 92
func dimacs(s Spec) codec {
	encoding, err := format.ParseAMO(cmp.Or(s.Encoding, format.Sequential.String()))
	if err != nil {
		panic(err) // a valid spec has no other encoding
	}
	c := codec{extension: ".cnf", exits: []int{satisfiable, unsatisfiable, exhausted}, usual: usualSAT, excludes: true,
		state: func(p *cover.Problem) statement { return newFormula(p, encoding) }}
	if s.Count {
		c.usual = usualCounts
		c.state = func(p *cover.Problem) statement { return numbers(newFormula(p, encoding).text(nil)) }
	}
	return c
}

// The exit statuses of SAT solvers. Other programs than clasp do not have the last.
const (
	satisfiable   = 10
	unsatisfiable = 20
	exhausted     = 30 // satisfiable, and all models were shown
)

// formula is a problem as a formula, and the model that is being read.
type formula struct {
	p                  *cover.Problem
	clauses            string
	variables, written int // how many variables and clauses there are

	options []int // of the model that is being read
	begun   bool  // a model
	bare    bool  // behind a line SAT, where literals begin a line
}

func newFormula(p *cover.Problem, encoding format.AMO) *formula {
	var out bytes.Buffer
	if err := format.WriteCNF(&out, p, encoding); err != nil {
		panic(err) // a buffer takes all of it
	}
	_, text, _ := strings.Cut(out.String(), "\np cnf ")
	head, clauses, _ := strings.Cut(text, "\n")
	f := &formula{p: p, clauses: clauses}
	fmt.Sscan(head, &f.variables, &f.written)
	return f
}

func (f *formula) text(excluded [][]int) []byte {
	f.options, f.begun, f.bare = f.options[:0], false, false
	text := fmt.Appendf(nil, "p cnf %d %d\n%s", f.variables, f.written+len(excluded), f.clauses)
	for _, options := range excluded {
		for _, o := range options {
			text = fmt.Appendf(text, "%d ", -o-1)
		}
		text = append(text, "0\n"...)
	}
	return text
}

func (f *formula) line(r *reply, line []byte) error {
	word, rest, _ := bytes.Cut(bytes.TrimLeft(line, " "), []byte(" "))
	switch string(word) {
	case "v":
	case "s", "SAT", "UNSAT", "SATISFIABLE", "UNSATISFIABLE", "INDET", "INDETERMINATE":
		if !f.solution(r) {
			return nil
		}
		if string(word) != "s" {
			rest = word
		}
		f.bare = string(word) == "SAT"
		return r.status(string(bytes.TrimSpace(rest)), line)
	default:
		if !f.bare {
			found, err := r.scan(line)
			if !found && string(word) != "c" {
				r.strange(line)
			}
			return err
		}
		rest = line
	}
	for text := range bytes.FieldsSeq(rest) {
		literal, err := strconv.ParseInt(string(text), 10, 32)
		if literal == 0 && err == nil {
			if f.begun = true; !f.solution(r) {
				return nil
			}
			continue
		}
		if err != nil || max(literal, -literal) > int64(f.variables) {
			return r.lineFault(line, "expected literals of %d variables", f.variables)
		}
		if f.begun = true; literal > 0 && int(literal) <= f.p.Options() {
			f.options = append(f.options, int(literal)-1)
		}
	}
	return nil
}

// solution ends a model, if one has begun. It returns false if the run is over.
func (f *formula) solution(r *reply) bool {
	if f.begun {
		slices.Sort(f.options)
		r.run.solution(f.options)
		f.options, f.begun = f.options[:0], false
	}
	return !r.run.over
}

// status reads the status line of a SAT solver.
func (r *reply) status(word string, line []byte) error {
	switch word {
	case "SATISFIABLE", "SAT":
		r.answered = true
	case "UNSATISFIABLE", "UNSAT":
		r.answered, r.exhausted = true, true
	default:
		return r.lineFault(line, "it does not know the answer")
	}
	return nil
}

// finish compares the exit status of the program with its output.
func (f *formula) finish(r *reply) error {
	if !f.solution(r) {
		return nil
	}
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
