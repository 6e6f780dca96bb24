package external

import "regexp"

// pattern finds the number of a unit in a line of output.
type pattern struct {
	unit string
	rule *regexp.Regexp
}

// patternsOf returns the patterns of a spec, and the usual ones for all other units.
func patternsOf(s Spec, usual []pattern) []pattern {
	var all []pattern
	for unit, rule := range s.Patterns {
		all = append(all, pattern{unit, regexp.MustCompile(rule)})
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
		m := p.rule.FindSubmatch(line)
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
	{"conflicts", regexp.MustCompile(`^(?:c )?conflicts *: +(\d+)(?:\s|$)`)},
	{"nodes", regexp.MustCompile(`^(?:c )?decisions *: +(\d+)(?:\s|$)`)},
	{"updates", regexp.MustCompile(`^(?:c )?propagations *: +(\d+)(?:\s|$)`)},
	{"conflicts", regexp.MustCompile(`^c (\d+) conflicts$`)},
	{"nodes", regexp.MustCompile(`^c (\d+) decisions$`)},
	{"updates", regexp.MustCompile(`^c (\d+) propagations$`)},
	{"conflicts", regexp.MustCompile(`^(?:c )?Conflicts +: (\d+)(?:\s|$)`)},
	{"nodes", regexp.MustCompile(`^(?:c )?Choices +: (\d+)(?:\s|$)`)},
	{"solutions", regexp.MustCompile(`^(?:c )?Models +: (\d+)\s*$`)},
	{"conflicts", regexp.MustCompile(`:sat-conflicts +(\d+)\)?$`)},
	{"nodes", regexp.MustCompile(`:sat-decisions +(\d+)\)?$`)},
	{"updates", regexp.MustCompile(`:sat-propagations-2ary +(\d+)\)?$`)},
	{"updates", regexp.MustCompile(`:sat-propagations-3ary +(\d+)\)?$`)},
	{"updates", regexp.MustCompile(`:sat-propagations-nary +(\d+)\)?$`)},
}
