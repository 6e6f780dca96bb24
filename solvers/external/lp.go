package external

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"xcbench/cover"
	"xcbench/internal/lazy"
)

// The protocol lp is the one of integer programming. The problem goes out in the format of CPLEX:
// option o, counted from 1, is a binary variable xo. The sum of the variables is 1 for a primary
// item, and at most 1 for a secondary item. There is nothing to minimise. CBC and GLPSOL write
// their answer to a file, each in a format of its own:
//
//	cbc {in} ratio 0 solve solu {out}        glpsol --lp {in} --write {out}
//
//	Optimal - objective value 0              s mip 12 36 o 0
//	      3 x4   1   0                       j 4 1
//
// Only the first solution is found.
func lp(Spec) codec {
	return codec{extension: ".lp", firstOnly: true, usual: usualLP, state: speaking(func(p *cover.Problem) language {
		return language{text: linear(p, lpText), line: lpLine, open: true}
	})}
}

// usualLP is how CBC prints its statistics.
const usualLP = `
nodes    ^Enumerated nodes: +(\d+)$
updates  ^Total iterations: +(\d+)$`

// lpText has a variable in a line, because readers bound the length of lines.
func lpText(variables []int, rows []row) string {
	return "Minimize\n obj: " + join(variables, "0 x", "\n + ") + "\nSubject To\n" + each(rows, func(r row) string {
		return fmt.Sprintf(" %s %s %d\n", join(r.variables, "x", "\n + "), r.either("=", "<="), r.bound)
	}) + "Binary\n" + join(variables, " x", "\n") + "\nEnd\n"
}

var (
	solvedLP   = lazy.Regexp(`^(?:Optimal - objective value .*|s mip \d+ \d+ o .*)$`)
	infeasible = lazy.Regexp(`^(?:Infeasible - objective value .*|Integer infeasible - .*|` +
		`s mip \d+ \d+ n .*|PROBLEM HAS NO (?:INTEGER|PRIMAL) FEASIBLE SOLUTION|` +
		`Result - Problem proven infeasible)$`)
	openLP    = lazy.Regexp(`^(?:Stopped on .*|Unbounded.*|s mip \d+ \d+ [uf] .*)$`)
	columnCBC = lazy.Regexp(`^(?:\*\*)? *\d+ +x(\d{1,9}) +([-+.0-9eE]+) +[-+.0-9eE]+ *$`)
	columnGLP = lazy.Regexp(`^j (\d{1,9}) ([-+.0-9eE]+)$`)
)

func lpLine(m *models, r *reply, line []byte) error {
	column := columnCBC().FindSubmatch(line)
	if column == nil {
		column = columnGLP().FindSubmatch(line)
	}
	switch {
	case solvedLP().Match(line):
		m.begun, r.answered, r.exhausted = true, true, false
	case infeasible().Match(line):
		r.answered, r.exhausted = true, true
	case openLP().Match(line) && !r.answered:
		r.strange(line)
	case m.begun && column != nil:
		return m.column(r, line, column[1], column[2])
	default:
		return m.other(r, line, bytes.Contains(bytes.ToLower(line), []byte("error")))
	}
	return nil
}

// column reads the value of a variable. A solver calculates with floating-point numbers, so it may
// be close to 0 or 1; the checker judges what is made of it.
func (m *models) column(r *reply, line, number, value []byte) error {
	o, _ := strconv.Atoi(string(number))
	x, err := strconv.ParseFloat(string(value), 64)
	if err != nil || math.Abs(x-math.Round(x)) > 1e-4 || x < -0.5 || x > 1.5 || o > m.p.Options()+1 {
		return r.lineFault(line, "expected a variable that is 0 or 1")
	}
	if x > 0.5 {
		return m.option(r, line, o)
	}
	return nil
}
