package external

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/internal/lazy"
)

// The protocol flatzinc is the one of constraint solvers that read FlatZinc, such as Gecode's
// fzn-gecode. Option o, counted from 1, is a variable xo that is 0 or 1. The sum of the
// variables is 1 for a primary item, and at most 1 for a secondary item:
//
//	var 0..1: x1 :: output_var;
//	constraint int_lin_eq([1,1],[x1,x2],1);
//	constraint int_lin_le([1,1],[x2,x3],1);
//	solve satisfy;
//
// A solution is a line for each variable, and then ten minus signs. Ten equality signs say that
// there are no more solutions. A command with {solutions} may show several, as in "fzn-gecode -s -n
// {solutions} {in}"; otherwise each takes a process of its own.
func flatzinc(Spec) codec {
	return codec{extension: ".fzn", usual: usualFlatZinc, excludes: true, state: speaking(func(p *cover.Problem) language {
		return language{text: linear(p, flatzincText), line: flatzincLine}
	})}
}

// usualFlatZinc are the statistics that MiniZinc's documentation names.
const usualFlatZinc = `
nodes      ^%%%mzn-stat: nodes=(\d+)$
updates    ^%%%mzn-stat: propagations=(\d+)$
conflicts  ^%%%mzn-stat: failures=(\d+)$`

func flatzincText(variables []int, rows []row) string {
	return join(variables, "var 0..1: x", " :: output_var;\n") + " :: output_var;\n" + each(rows, func(r row) string {
		ones := strings.Repeat("1,", len(r.variables)-1) + "1"
		return fmt.Sprintf("constraint int_lin_%s([%s],[%s],%d);\n", r.either("eq", "le"), ones, join(r.variables, "x", ","), r.bound)
	}) + "solve satisfy;\n"
}

var assignment = lazy.Regexp(`^x(\d{1,9}) = ([01]);$`)

func flatzincLine(m *models, r *reply, line []byte) error {
	switch string(line) {
	case "----------":
		r.answered = true
		m.solution(r)
	case "==========", "=====UNSATISFIABLE=====":
		r.answered, r.exhausted = true, true
	case "=====UNKNOWN=====", "=====ERROR=====":
		return r.lineFault(line, "it does not know the answer")
	default:
		a := assignment().FindSubmatch(line)
		if a == nil {
			return m.other(r, line, !bytes.HasPrefix(line, []byte("%")))
		}
		if o, _ := strconv.Atoi(string(a[1])); string(a[2]) == "1" {
			return m.option(r, line, o)
		}
	}
	return nil
}
