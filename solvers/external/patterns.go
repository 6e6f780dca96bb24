package external

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"xcbench/internal/child"
	"xcbench/internal/lazy"
)

// pattern finds the number of a unit in a line of output.
type pattern struct {
	unit  string
	rule  func() *regexp.Regexp
	lines int // how many lines the rule spans, besides the first
}

// patternsOf returns the patterns of a spec, and for all other units the usual ones: a table of units and
// rules, which may have line ends.
func patternsOf(s Spec, usual string) (all []pattern) {
	add := func(unit, rule string) {
		all = append(all, pattern{unit, lazy.Regexp(rule), strings.Count(rule, "\n") + strings.Count(rule, `\n`)})
	}
	for unit, rule := range s.Patterns {
		add(unit, rule)
	}
	for line := range strings.Lines(usual) {
		if unit, rule, ok := strings.Cut(strings.TrimSpace(line), " "); ok && s.Patterns[unit] == "" {
			add(unit, strings.TrimSpace(rule))
		}
	}
	return all
}

// scan looks for numbers in a line, and in the lines before it that a pattern spans. Where several
// lines match a pattern, the last one counts: programs report progress, and CryptoMiniSat reports
// everything twice. Where several patterns match, their numbers are added up, except those of solutions.
// It returns whether there were any.
func (a *reply) scan(line []byte) (found bool, err error) {
	most := 0
	for k, p := range a.run.engine.codec.patterns {
		text := line
		if most = max(most, p.lines); p.lines > 0 {
			text = bytes.Join(append(slices.Clone(a.recent[max(0, len(a.recent)-p.lines):]), line), []byte("\n"))
		}
		m := p.rule().FindSubmatch(text)
		if m == nil {
			continue
		}
		n, err := strconv.ParseInt(string(m[1]), 10, 64)
		if err != nil || n < 0 || n > maxNumber {
			return true, a.faultf("%s %s, expected a number up to 2⁵³", child.Quote(m[1]), p.unit)
		}
		if found = true; p.unit == "solutions" {
			a.matched[k] = a.numbers[p.unit]
		}
		a.numbers[p.unit] += n - a.matched[k]
		a.matched[k] = n
	}
	if most > 0 {
		a.recent = append(a.recent[max(0, len(a.recent)+1-most):], bytes.Clone(line))
	}
	return found, nil
}

// maxNumber bounds the statistics of an engine: numbers are exact in floating point up to here.
const maxNumber = 1 << 53

// value returns a number that a pattern found, or -1.
func (a *reply) value(unit string) int64 {
	if n, ok := a.numbers[unit]; ok {
		return n
	}
	return -1
}

// usualCounts are how the known model counters print the number of models: ganak, SharpSAT-TD and d4 as in
// the model counting competitions, sharpSAT in two lines, and clasp.
const usualCounts = `
solutions  ^c s exact arb int (\d+)$
solutions  ^s (?:mc )?(\d+)$
solutions  ^# solutions ?\n(\d+)$` + usualSAT

// usualSAT are how the known SAT solvers print their statistics: MiniSat, CaDiCaL, Kissat,
// CryptoMiniSat and their kin; PicoSAT; clasp; Z3, whose propagations are in three lines. A number
// that is abbreviated, as in 12.3M, is not read.
const usualSAT = `
conflicts  ^(?:c )?conflicts *: +(\d+)(?:\s|$)
nodes      ^(?:c )?decisions *: +(\d+)(?:\s|$)
updates    ^(?:c )?propagations *: +(\d+)(?:\s|$)
conflicts  ^c (\d+) conflicts$
nodes      ^c (\d+) decisions$
updates    ^c (\d+) propagations$
conflicts  ^(?:c )?Conflicts +: (\d+)(?:\s|$)
nodes      ^(?:c )?Choices +: (\d+)(?:\s|$)
solutions  ^(?:c )?Models +: (\d+)\s*$
conflicts  :sat-conflicts +(\d+)\)?$
nodes      :sat-decisions +(\d+)\)?$
updates    :sat-propagations-2ary +(\d+)\)?$
updates    :sat-propagations-3ary +(\d+)\)?$
updates    :sat-propagations-nary +(\d+)\)?$`
