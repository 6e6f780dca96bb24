package external

import (
	"bytes"
	"strconv"

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
func flatzinc(s Spec) (codec, error) {
	return codec{extension: ".fzn"}.speaking(s, usualFlatZinc, func(p *cover.Problem) language {
		rules, end := flatzincText(p), []byte("solve satisfy;\n")
		return language{text: func(excluded []byte, _ int) [][]byte { return [][]byte{rules, excluded, end} },
			exclude: flatzincExclude, line: flatzincLine}
	}), nil
}

// usualFlatZinc are the statistics that MiniZinc's documentation names.
var usualFlatZinc = []pattern{
	patternOf("nodes", `^%%%mzn-stat: nodes=(\d+)$`),
	patternOf("updates", `^%%%mzn-stat: propagations=(\d+)$`),
	patternOf("conflicts", `^%%%mzn-stat: failures=(\d+)$`),
}

func flatzincText(p *cover.Problem) []byte {
	var text []byte
	for o := range p.Options() {
		text = append(strconv.AppendInt(append(text, "var 0..1: x"...), int64(o+1), 10), " :: output_var;\n"...)
	}
	for i, options := range optionsOf(p) {
		sense := "le"
		if i < p.Primary() {
			sense = "eq"
		}
		text = appendLinear(text, sense, options, 1)
	}
	return text
}

// appendLinear appends the constraint that the sum of options is equal to a bound or at most the
// bound.
func appendLinear(text []byte, sense string, options []int, bound int) []byte {
	text = append(text, "constraint int_lin_"+sense+"(["...)
	text = append(text, bytes.TrimSuffix(bytes.Repeat([]byte("1,"), len(options)), []byte(","))...)
	text = append(text, "],["...)
	for k, o := range options {
		if k > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(append(text, 'x'), int64(o+1), 10)
	}
	text = append(text, "],"...)
	return append(strconv.AppendInt(text, int64(bound), 10), ");\n"...)
}

func flatzincExclude(text []byte, last []int) []byte {
	return appendLinear(text, "le", last, len(last)-1)
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
			return m.option(r, line, o-1)
		}
	}
	return nil
}
