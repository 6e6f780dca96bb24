package external

import (
	"bytes"
	"slices"
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
	patterns := patternsOf(s, usualFlatZinc)
	return codec{extension: ".fzn", state: func(p *cover.Problem) statement {
		return &model{p: p, patterns: patterns, rules: flatzincText(p)}
	}}, nil
}

// usualFlatZinc are the statistics that MiniZinc's documentation names.
var usualFlatZinc = []pattern{
	{"nodes", lazy.Regexp(`^%%%mzn-stat: nodes=(\d+)$`)},
	{"updates", lazy.Regexp(`^%%%mzn-stat: propagations=(\d+)$`)},
	{"conflicts", lazy.Regexp(`^%%%mzn-stat: failures=(\d+)$`)},
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

// model is a problem in FlatZinc.
type model struct {
	p        *cover.Problem
	patterns []pattern
	rules    []byte
	exclude  []byte // constraints that exclude the solutions that have been found
	options  []int
}

func (m *model) text() [][]byte     { return [][]byte{m.rules, m.exclude, []byte("solve satisfy;\n")} }
func (m *model) args(wish) []string { return nil }
func (m *model) restart()           { m.exclude = m.exclude[:0] }

func (m *model) again(last []int) bool {
	m.exclude = appendLinear(m.exclude, "le", last, len(last)-1)
	return true
}

var assignment = lazy.Regexp(`^x(\d{1,9}) = ([01]);$`)

func (m *model) read(r *reply) error {
	m.options = m.options[:0]
	for {
		line, err := r.next()
		if err != nil {
			return endOf(err)
		}
		switch string(line) {
		case "----------":
			r.answered = true
			slices.Sort(m.options)
			if !r.run.book.solution(m.options) {
				return nil
			}
			m.options = m.options[:0]
			continue
		case "==========", "=====UNSATISFIABLE=====":
			r.answered, r.exhausted = true, true
			continue
		case "=====UNKNOWN=====", "=====ERROR=====":
			return r.lineFault(line, "it does not know the answer")
		}
		if a := assignment().FindSubmatch(line); a != nil {
			o, _ := strconv.Atoi(string(a[1]))
			if string(a[2]) == "1" {
				m.options = append(m.options, o-1)
				if len(m.options) > m.p.Options() {
					return r.lineFault(line, "more variables than there are")
				}
			}
			continue
		}
		if found, err := r.scan(m.patterns, line); err != nil {
			return err
		} else if !found && !bytes.HasPrefix(line, []byte("%")) {
			r.strange(line)
		}
	}
}

func (m *model) finish(r *reply) error {
	if n, ok := r.numbers["solutions"]; ok {
		r.claimed = n
	}
	return nil
}
