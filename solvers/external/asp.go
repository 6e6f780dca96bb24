package external

import (
	"bytes"
	"strconv"
	"strings"

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
	return codec{extension: ".lp", exits: exitsSAT}.speaking(s, usualSAT, func(p *cover.Problem) language {
		rules := aspText(p)
		return language{text: func(excluded []byte, _ int) [][]byte { return [][]byte{rules, excluded} }, exclude: aspExclude, line: aspLine}
	}), nil
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

func aspExclude(text []byte, last []int) []byte {
	text = append(text, ":- "...)
	for k, o := range last {
		if k > 0 {
			text = append(text, ", "...)
		}
		text = append(strconv.AppendInt(append(text, "x("...), int64(o), 10), ')')
	}
	return append(text, ".\n"...)
}

var atom = lazy.Regexp(`^x\((\d{1,9})\)$`)

func aspLine(m *models, r *reply, line []byte) error {
	switch text := string(bytes.TrimSpace(line)); {
	case m.begun: // behind the line with the number of the answer
		for _, word := range bytes.Fields(line) {
			x := atom().FindSubmatch(word)
			if x == nil {
				return r.lineFault(line, "expected atoms such as x(1)")
			}
			o, _ := strconv.Atoi(string(x[1]))
			if err := m.option(r, line, o); err != nil {
				return err
			}
		}
		m.solution(r)
	case strings.HasPrefix(text, "Answer: "):
		m.begun = true
	case text == "SATISFIABLE" || text == "UNSATISFIABLE" || text == "UNKNOWN":
		return r.status(text, line)
	default:
		return m.other(r, line, strings.Contains(text, "error"))
	}
	return nil
}
