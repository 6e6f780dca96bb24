package external

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

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
// The encoding opb is for programs that have constraints of their own for exactly one of several
// variables. They read the OPB format of the pseudo-Boolean competitions, and answer like SAT
// solvers, with x1 in the place of 1:
//
//	+1 x1 +1 x2 +1 x4 = 1 ;
//	-1 x2 -1 x3 >= -1 ;
func dimacs(s Spec) (codec, error) {
	encoding, native := format.Sequential, slices.Contains(s.Encodings, opb)
	if len(s.Encodings) > 0 && !native {
		var err error
		if encoding, err = format.ParseAMO(s.Encodings[0]); err != nil {
			return codec{}, err
		}
	}
	patterns := patternsOf(s, usualSAT)
	c := codec{extension: ".cnf", exits: []int{satisfiable, unsatisfiable, exhausted},
		state: func(p *cover.Problem) statement {
			f := &formula{p: p, patterns: patterns, native: native}
			if native {
				f.writeOPB()
			} else {
				f.write(encoding)
			}
			f.value = make([]int8, f.variables+1)
			return f
		}}
	if native {
		c.extension = ".opb"
	}
	return c, nil
}

// The exit statuses of SAT solvers. Other programs than clasp do not have the last.
const (
	satisfiable   = 10
	unsatisfiable = 20
	exhausted     = 30 // satisfiable, and all models were shown
)

// formula is a problem as a formula.
type formula struct {
	plain
	p        *cover.Problem
	patterns []pattern

	native             bool // in the format OPB
	variables, clauses int
	body               []byte // the clauses
	exclude            []byte // clauses that exclude the solutions that have been found
	excluded           int

	options []int  // of the model that is being read
	value   []int8 // by variable: 1, -1, or 0 if it has not been read
}

func (f *formula) write(amo format.AMO) {
	var text bytes.Buffer
	writers := format.Writers()
	w := writers[slices.IndexFunc(writers, func(w format.Writer) bool { return w.Name == "cnf" })]
	if err := w.Write(&text, format.NewPuzzle(f.p), format.WriteOptions{AMO: amo}); err != nil {
		panic(err) // every problem is a formula, and a buffer takes all of it
	}
	for head, rest := []byte(nil), text.Bytes(); ; {
		head, rest, _ = bytes.Cut(rest, []byte("\n"))
		if n, _ := fmt.Sscanf(string(head), "p cnf %d %d", &f.variables, &f.clauses); n == 2 {
			f.body = rest
			break
		}
	}
}

func (f *formula) text() [][]byte {
	if f.native {
		return [][]byte{opbHead(f.variables, f.clauses+f.excluded), f.body, f.exclude}
	}
	return [][]byte{fmt.Appendf(nil, "p cnf %d %d\n", f.variables, f.clauses+f.excluded), f.body, f.exclude}
}

func (f *formula) again(last []int) bool {
	f.excluded++
	if f.native {
		f.exclude = appendAtMost(f.exclude, last, len(last)-1)
		return true
	}
	for _, o := range last {
		f.exclude = append(strconv.AppendInt(f.exclude, int64(-o-1), 10), ' ')
	}
	f.exclude = append(f.exclude, "0\n"...)
	return true
}

func (f *formula) restart() { f.exclude, f.excluded = f.exclude[:0], 0 }

func (f *formula) read(r *reply) error {
	begun, bare := false, false // in a model, and after a line SAT
	clear(f.value)
	end := func() bool {
		begun = false
		return r.run.book.solution(f.model())
	}
	for {
		line, err := r.next()
		if err != nil {
			if err = endOf(err); err == nil && begun {
				end()
			}
			return err
		}
		word, rest, _ := bytes.Cut(bytes.TrimLeft(line, " "), []byte(" "))
		switch string(word) {
		case "v":
			begun = begun || f.native // a model may be empty
		case "s", "SAT", "UNSAT", "SATISFIABLE", "UNSATISFIABLE", "INDET", "INDETERMINATE":
			if begun && !end() {
				return nil
			}
			if string(word) != "s" {
				rest = word
			}
			if err := r.status(rest, line); err != nil {
				return err
			}
			bare = string(word) == "SAT"
			continue
		default:
			if f.native && begun && !end() { // nothing else ends a model
				return nil
			}
			if !bare {
				found, err := r.scan(f.patterns, line)
				if err != nil {
					return err
				}
				if !found && string(word) != "c" {
					r.strange(line)
				}
				continue
			}
			rest = line
		}
		for _, text := range bytes.Fields(rest) {
			literal, err := f.literal(text)
			if literal == 0 && err == nil {
				if !end() {
					return nil
				}
				continue
			}
			variable := max(literal, -literal)
			sign := int8(literal / max(variable, 1))
			if err != nil || variable > int64(f.variables) {
				return r.lineFault(line, "expected literals of %d variables", f.variables)
			}
			if f.value[variable] == -sign {
				return r.lineFault(line, "variable %d has two values", variable)
			}
			begun = true
			f.value[variable] = sign
		}
	}
}

// literal reads a literal of a model.
func (f *formula) literal(text []byte) (int64, error) {
	if f.native { // x1 or -x1
		if name, ok := bytes.CutPrefix(text, []byte("-x")); ok {
			n, err := strconv.ParseUint(string(name), 10, 31)
			return -int64(n), err
		}
		text = bytes.TrimPrefix(text, []byte("x"))
	}
	return strconv.ParseInt(string(text), 10, 32)
}

// status reads the status line.
func (r *reply) status(word, line []byte) error {
	switch string(bytes.TrimSpace(word)) {
	case "SATISFIABLE", "SAT", "OPTIMUM FOUND": // a solver of OPB says so without an objective, too
		r.answered = true
	case "UNSATISFIABLE", "UNSAT":
		r.answered, r.exhausted = true, true
	default:
		return r.lineFault(line, "it does not know the answer")
	}
	return nil
}

// model returns the options that are true, and forgets the model.
func (f *formula) model() []int {
	f.options = f.options[:0]
	for o := range f.p.Options() {
		if f.value[o+1] > 0 {
			f.options = append(f.options, o)
		}
	}
	clear(f.value)
	return f.options
}

func (f *formula) finish(r *reply) error { return r.finishSAT() }

// finishSAT compares the exit status of a SAT solver with its output.
func (r *reply) finishSAT() error {
	if r.exit.Code == unsatisfiable && !r.exhausted || r.exit.Code == satisfiable && r.exhausted {
		return r.faultf("the exit status %d contradicts the output", r.exit.Code)
	}
	if n, ok := r.numbers["solutions"]; ok {
		r.claimed = n
	}
	shown := r.run.book.found - r.before
	switch {
	case r.answered && !r.exhausted && shown == 0 && !r.run.counts:
		return r.faultf("it says that there is a solution, and shows none")
	case r.exit.Code == exhausted:
		r.exhausted = true
	}
	return nil
}
