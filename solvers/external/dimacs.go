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
//
// With count, the program is a model counter. It prints the number of models, as
//
//	c s exact arb int 92
func dimacs(s Spec) (codec, error) {
	encoding, native := format.Sequential, slices.Contains(s.Encodings, opb)
	if len(s.Encodings) > 0 && !native {
		var err error
		if encoding, err = format.ParseAMO(s.Encodings[0]); err != nil {
			return codec{}, err
		}
	}
	c := codec{extension: ".cnf", exits: exitsSAT, count: s.Count}
	of := func(p *cover.Problem) *formula {
		f := &formula{p: p}
		f.write(encoding)
		return f
	}
	if native {
		c.extension = ".opb"
		of = func(p *cover.Problem) *formula {
			f := &formula{p: p, native: true}
			f.writeOPB()
			return f
		}
	}
	if s.Count {
		return c.counting(s, usualCounts, func(p *cover.Problem) [][]byte { return of(p).text(nil, 0) }), nil
	}
	return c.speaking(s, usualSAT, func(p *cover.Problem) language {
		f := of(p)
		f.value = make([]int8, f.variables+1)
		return language{text: f.text, exclude: f.exclude, begin: f.begin, line: f.line, open: true}
	}), nil
}

// formula is a problem as a formula.
type formula struct {
	p      *cover.Problem
	native bool // in the format OPB

	variables, clauses int
	body               []byte // the clauses

	value []int8 // in the model that is being read, by variable: 1, -1, or 0 if it has not been read
	bare  bool   // behind a line SAT
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

func (f *formula) text(excluded []byte, n int) [][]byte {
	if f.native {
		return [][]byte{opbHead(f.variables, f.clauses+n), f.body, excluded}
	}
	return [][]byte{fmt.Appendf(nil, "p cnf %d %d\n", f.variables, f.clauses+n), f.body, excluded}
}

func (f *formula) exclude(text []byte, last []int) []byte {
	if f.native {
		return appendAtMost(text, last, len(last)-1)
	}
	for _, o := range last {
		text = append(strconv.AppendInt(text, int64(-o-1), 10), ' ')
	}
	return append(text, "0\n"...)
}

func (f *formula) begin() { f.bare = false }

func (f *formula) line(m *models, r *reply, line []byte) error {
	word, rest, _ := bytes.Cut(bytes.TrimLeft(line, " "), []byte(" "))
	switch string(word) {
	case "v":
		if f.native && !m.begun { // a model may be empty
			clear(f.value)
			m.begun = true
		}
	case "s", "SAT", "UNSAT", "SATISFIABLE", "UNSATISFIABLE", "INDET", "INDETERMINATE":
		if m.begun && !m.solution(r) {
			return nil
		}
		if string(word) != "s" {
			rest = word
		}
		f.bare = string(word) == "SAT"
		return r.status(string(bytes.TrimSpace(rest)), line)
	default:
		if f.native && m.begun && !m.solution(r) { // nothing else ends a model
			return nil
		}
		if !f.bare {
			return m.other(r, line, string(word) != "c")
		}
		rest = line
	}
	for text := range bytes.FieldsSeq(rest) {
		literal, err := f.literal(text)
		if literal == 0 && err == nil {
			if !m.solution(r) {
				return nil
			}
			continue
		}
		if !m.begun {
			clear(f.value)
		}
		variable := max(literal, -literal)
		sign := int8(literal / max(variable, 1))
		switch {
		case err != nil || variable > int64(f.variables):
			return r.lineFault(line, "expected literals of %d variables", f.variables)
		case f.value[variable] == -sign:
			return r.lineFault(line, "variable %d has two values", variable)
		case f.value[variable] == 0 && sign > 0 && int(variable) <= f.p.Options():
			m.options = append(m.options, int(variable)-1)
		}
		f.value[variable], m.begun = sign, true
	}
	return nil
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
