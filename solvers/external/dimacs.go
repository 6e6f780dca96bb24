package external

import (
	"bytes"
	"cmp"
	"fmt"
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
// The encoding opb is for programs that have constraints of their own for exactly one of several
// variables. They read the OPB format of the pseudo-Boolean competitions, and answer like SAT
// solvers, with x1 in the place of 1:
//
//	+1 x1 +1 x2 +1 x4 = 1 ;
//	-1 x2 -1 x3 >= -1 ;
//
// With count, the program is a model counter. It prints the number of models, as
//
//	c s exact arb int 92
func dimacs(s Spec) codec {
	encoding := cmp.Or(strings.Join(s.Encodings, ""), format.Sequential.String())
	c := codec{extension: ".cnf", exits: exitsSAT, usual: usualSAT, excludes: true}
	if encoding == opb {
		c.extension = ".opb"
	}
	c.state = speaking(func(p *cover.Problem) language {
		f := newFormula(p, encoding)
		return language{text: f.text, line: f.line, open: true}
	})
	if s.Count {
		c.usual = usualCounts
		c.state = func(p *cover.Problem) statement { return numbers(newFormula(p, encoding).text(nil)) }
	}
	return c
}

// formula is a problem as a formula.
type formula struct {
	p         *cover.Problem
	text      func(excluded [][]int) []byte
	native    bool // in the format OPB
	variables int
}

func newFormula(p *cover.Problem, encoding string) *formula {
	if encoding == opb {
		return &formula{p: p, native: true, variables: p.Options() + 1, text: linear(p, opbText)}
	}
	amo, err := format.ParseAMO(encoding)
	if err != nil {
		panic(err) // a valid spec has no other encoding
	}
	var out bytes.Buffer
	if err := format.WriteCNF(&out, p, amo); err != nil {
		panic(err) // a buffer takes all of it
	}
	_, text, _ := strings.Cut(out.String(), "\np cnf ")
	head, body, _ := strings.Cut(text, "\n")
	f, clauses := &formula{p: p}, 0
	fmt.Sscan(head, &f.variables, &clauses)
	f.text = func(excluded [][]int) []byte {
		text := fmt.Appendf(nil, "p cnf %d %d\n%s", f.variables, clauses+len(excluded), body)
		for _, options := range excluded {
			for _, o := range options {
				text = fmt.Appendf(text, "%d ", -o-1)
			}
			text = append(text, "0\n"...)
		}
		return text
	}
	return f
}

func (f *formula) line(m *models, r *reply, line []byte) error {
	word, rest, _ := bytes.Cut(bytes.TrimLeft(line, " "), []byte(" "))
	switch string(word) {
	case "v":
		m.begun = m.begun || f.native // a model may be empty
	case "s", "SAT", "UNSAT", "SATISFIABLE", "UNSATISFIABLE", "INDET", "INDETERMINATE":
		if m.begun && !m.solution(r) {
			return nil
		}
		if string(word) != "s" {
			rest = word
		}
		m.bare = string(word) == "SAT"
		return r.status(string(bytes.TrimSpace(rest)), line)
	default:
		if f.native && m.begun && !m.solution(r) { // nothing else ends a model
			return nil
		}
		if !m.bare {
			return m.other(r, line, string(word) != "c")
		}
		rest = line
	}
	for text := range bytes.FieldsSeq(rest) {
		if f.native { // x1 or -x1
			text = bytes.Replace(text, []byte("x"), nil, 1)
		}
		literal, err := strconv.ParseInt(string(text), 10, 32)
		if literal == 0 && err == nil {
			if !m.solution(r) {
				return nil
			}
			continue
		}
		if err != nil || max(literal, -literal) > int64(f.variables) {
			return r.lineFault(line, "expected literals of %d variables", f.variables)
		}
		if m.begun = true; literal > 0 && int(literal) <= f.p.Options() {
			m.options = append(m.options, int(literal)-1)
		}
	}
	return nil
}
