package external

import (
	"regexp"
	"strconv"
	"strings"

	"xcbench/internal/child"
	"xcbench/internal/lazy"
)

// pattern finds the number of a unit in a line of output.
type pattern struct {
	unit string
	rule func() *regexp.Regexp
}

// patternsOf returns the patterns of a spec, and for all other units the usual ones: a table of units and
// rules.
func patternsOf(s Spec, usual string) (all []pattern) {
	for unit, rule := range s.Patterns {
		all = append(all, pattern{unit, lazy.Regexp(rule)})
	}
	for line := range strings.Lines(usual) {
		if unit, rule, ok := strings.Cut(strings.TrimSpace(line), " "); ok && s.Patterns[unit] == "" {
			all = append(all, pattern{unit, lazy.Regexp(strings.TrimSpace(rule))})
		}
	}
	return all
}

// scan looks for numbers in a line. Where several lines match a pattern, the last one counts: programs report
// progress, and CryptoMiniSat reports everything twice. It returns whether there were any.
func (a *reply) scan(line []byte) (found bool, err error) {
	for _, p := range a.run.engine.codec.patterns {
		m := p.rule().FindSubmatch(line)
		if m == nil {
			continue
		}
		n, err := strconv.ParseInt(string(m[1]), 10, 64)
		if err != nil || n < 0 || n > maxNumber {
			return true, a.faultf("%s %s, expected a number up to 2⁵³", child.Quote(m[1]), p.unit)
		}
		found = true
		a.numbers[p.unit] = n
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
// the model counting competitions, and clasp.
const usualCounts = `
solutions  ^c s exact arb int (\d+)$
solutions  ^s (?:mc )?(\d+)$` + usualSAT

// usualSAT are how the known SAT solvers print their statistics: MiniSat, CaDiCaL, Kissat,
// CryptoMiniSat and their kin; PicoSAT; clasp; Z3. A number
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
nodes      :sat-decisions +(\d+)\)?$`
