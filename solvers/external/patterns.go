package external

import (
	"regexp"

	"xcbench/internal/lazy"
)

// pattern finds the number of a unit in a line of output.
type pattern struct {
	unit string
	rule func() *regexp.Regexp
}

// patternsOf returns the patterns of a spec, and the usual ones for all other units.
func patternsOf(s Spec, usual []pattern) []pattern {
	var all []pattern
	for unit, rule := range s.Patterns {
		all = append(all, pattern{unit, lazy.Regexp(rule)})
	}
	for _, p := range usual {
		if _, ok := s.Patterns[p.unit]; !ok {
			all = append(all, p)
		}
	}
	return all
}

// scan looks for numbers in a line. Where several lines match a pattern, the last one counts:
// programs report progress, and CryptoMiniSat reports everything twice. It returns whether there
// were any.
func (a *reply) scan(patterns []pattern, line []byte) (found bool, err error) {
	for k, p := range patterns {
		m := p.rule().FindSubmatch(line)
		if m == nil {
			continue
		}
		n, err := a.parse(p.unit, m[1])
		if err != nil {
			return true, err
		}
		if a.matched == nil {
			a.matched = map[int]int64{}
		}
		a.numbers[p.unit] += n - a.matched[k]
		a.matched[k], found = n, true
	}
	return found, nil
}

// usualSAT are how the known SAT solvers print their statistics: MiniSat, CaDiCaL, Kissat,
// CryptoMiniSat and their kin; PicoSAT; clasp; Z3, whose propagations are in three lines. A number
// that is abbreviated, as in 12.3M, is not read.
var usualSAT = []pattern{
	{"conflicts", lazy.Regexp(`^(?:c )?conflicts *: +(\d+)(?:\s|$)`)},
	{"nodes", lazy.Regexp(`^(?:c )?decisions *: +(\d+)(?:\s|$)`)},
	{"updates", lazy.Regexp(`^(?:c )?propagations *: +(\d+)(?:\s|$)`)},
	{"conflicts", lazy.Regexp(`^c (\d+) conflicts$`)},
	{"nodes", lazy.Regexp(`^c (\d+) decisions$`)},
	{"updates", lazy.Regexp(`^c (\d+) propagations$`)},
	{"conflicts", lazy.Regexp(`^(?:c )?Conflicts +: (\d+)(?:\s|$)`)},
	{"nodes", lazy.Regexp(`^(?:c )?Choices +: (\d+)(?:\s|$)`)},
	{"solutions", lazy.Regexp(`^(?:c )?Models +: (\d+)\s*$`)},
	{"conflicts", lazy.Regexp(`:sat-conflicts +(\d+)\)?$`)},
	{"nodes", lazy.Regexp(`:sat-decisions +(\d+)\)?$`)},
	{"updates", lazy.Regexp(`:sat-propagations-2ary +(\d+)\)?$`)},
	{"updates", lazy.Regexp(`:sat-propagations-3ary +(\d+)\)?$`)},
	{"updates", lazy.Regexp(`:sat-propagations-nary +(\d+)\)?$`)},
}
