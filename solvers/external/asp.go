package external

import (
	"bytes"
	"strconv"

	"xcbench/cover"
	"xcbench/internal/lazy"
)

// The protocol asp is the one of clingo. The problem goes out as a logic program: c(I,O) says that
// option O contains item I, and x(O) that O is chosen. Exactly one option of a primary item p(I) is
// chosen, and at most one of a secondary item s(I):
//
//	p(0..1). s(2..3). c(0,0). ...
//	{x(O) : c(I,O)} = 1 :- p(I).
//	{x(O) : c(I,O)} 1 :- s(I).
//	#show x/1.
//
// An answer is the line after "Answer: 1". The exit status 20 or 30 says that there are no more.
// The command has {solutions}, as in "clingo --stats -n {solutions}"; without it, clingo shows one
// answer, and further ones take a process each.
func asp(s Spec) (codec, error) {
	patterns := patternsOf(s, usualSAT)
	return codec{extension: ".lp", exits: []int{satisfiable, unsatisfiable, exhausted},
		state: func(p *cover.Problem) statement {
			return &program{p: p, patterns: patterns, rules: aspText(p)}
		}}, nil
}

func aspText(p *cover.Problem) []byte {
	var text []byte
	items := func(kind string, from, to int) {
		if from < to {
			text = append(text, kind+"("+strconv.Itoa(from)+".."+strconv.Itoa(to-1)+").\n"...)
		}
	}
	items("p", 0, p.Primary())
	items("s", p.Primary(), p.Items())
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			text = append(strconv.AppendInt(append(text, "c("...), int64(i), 10), ',')
			text = append(strconv.AppendInt(text, int64(o), 10), "). "...)
		}
		text = append(text, '\n')
	}
	return append(text, "{x(O) : c(I,O)} = 1 :- p(I).\n{x(O) : c(I,O)} 1 :- s(I).\n"+
		"#defined p/1. #defined s/1. #defined c/2.\n#show x/1.\n"...)
}

// program is a problem as a logic program.
type program struct {
	p        *cover.Problem
	patterns []pattern
	rules    []byte
	exclude  []byte // rules that exclude the solutions that have been found
	options  []int
}

func (a *program) text() [][]byte     { return [][]byte{a.rules, a.exclude} }
func (a *program) args(wish) []string { return nil }
func (a *program) restart()           { a.exclude = a.exclude[:0] }

func (a *program) again(last []int) bool {
	a.exclude = append(a.exclude, ":- "...)
	for k, o := range last {
		if k > 0 {
			a.exclude = append(a.exclude, ", "...)
		}
		a.exclude = append(strconv.AppendInt(append(a.exclude, "x("...), int64(o), 10), ')')
	}
	a.exclude = append(a.exclude, ".\n"...)
	return true
}

var atom = lazy.Regexp(`^x\((\d{1,9})\)$`)

func (a *program) read(r *reply) error {
	for {
		line, err := r.next()
		if err != nil {
			return endOf(err)
		}
		switch text := string(bytes.TrimSpace(line)); {
		case bytes.HasPrefix(line, []byte("Answer: ")):
			if line, err = r.next(); err != nil {
				return endOf(err)
			}
			if err := a.model(r, line); err != nil {
				return err
			}
			if !r.run.book.solution(a.options) {
				return nil
			}
		case text == "SATISFIABLE" || text == "UNSATISFIABLE" || text == "UNKNOWN":
			if err := r.status([]byte(text), line); err != nil {
				return err
			}
		default:
			if found, err := r.scan(a.patterns, line); err != nil {
				return err
			} else if !found && bytes.Contains(line, []byte("error")) {
				r.strange(line)
			}
		}
	}
}

func (a *program) model(r *reply, line []byte) error {
	a.options = a.options[:0]
	for _, word := range bytes.Fields(line) {
		m := atom().FindSubmatch(word)
		if m == nil {
			return r.lineFault(line, "expected atoms such as x(1)")
		}
		o, _ := strconv.Atoi(string(m[1]))
		a.options = append(a.options, o)
	}
	return nil
}

func (a *program) finish(r *reply) error { return r.finishSAT() }
