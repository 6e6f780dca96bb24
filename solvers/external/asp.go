package external

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/internal/lazy"
)

// The protocol asp is the one of clingo. The problem goes out as a logic program, where x(1) says that
// option 1 is chosen:
//
//	{x(1);x(3)} = 1.
//	{x(2);x(3)} <= 1.
//	#show x/1.
//
// An answer is the line after "Answer: 1". The exit status 20 or 30 says that there are no more.
// The command has {solutions}, as in "clingo --stats -n {solutions}"; without it, clingo shows one
// answer, and further ones take a process each.
func asp(Spec) codec {
	return codec{extension: ".lp", exits: exitsSAT, usual: usualSAT, excludes: true,
		state: speaking(func(p *cover.Problem) language { return language{text: linear(p, aspText), line: aspLine} })}
}

func aspText(_ []int, rows []row) string {
	return each(rows, func(r row) string {
		return fmt.Sprintf("{x(%s)} %s %d.\n", join(r.variables, "", ");x("), r.either("=", "<="), r.bound)
	}) + "#show x/1.\n"
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
