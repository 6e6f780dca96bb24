package external

import (
	"fmt"
	"strconv"
)

// never is a constraint that cannot be satisfied.
const never = "+1 x1 >= 2 ;\n"

// opb is the encoding in which a constraint says that exactly one option of an item is chosen.
const opb = "opb"

func opbHead(variables, constraints int) []byte {
	return fmt.Appendf(nil, "* #variable= %d #constraint= %d\n", variables, constraints)
}

// writeOPB writes the problem as a formula in the format OPB, with a constraint for each item.
func (f *formula) writeOPB() {
	options := optionsOf(f.p)
	f.variables, f.clauses = f.p.Options(), len(options)
	for i, all := range options {
		switch {
		case i >= f.p.Primary():
			f.body = appendAtMost(f.body, all, 1)
		case len(all) == 0:
			f.body = append(f.body, never...)
			f.variables = max(f.variables, 1)
		default:
			f.body = append(appendTerms(f.body, "+1", all), "= 1 ;\n"...)
		}
	}
}

// appendAtMost appends the constraint that at most so many of these options are chosen.
func appendAtMost(text []byte, options []int, most int) []byte {
	if len(options) == 0 {
		if most < 0 {
			return append(text, never...)
		}
		return append(text, "+1 x1 >= 0 ;\n"...) // always true
	}
	return fmt.Appendf(appendTerms(text, "-1", options), ">= %d ;\n", -most)
}

func appendTerms(text []byte, factor string, options []int) []byte {
	for _, o := range options {
		text = append(append(text, factor...), " x"...)
		text = append(strconv.AppendInt(text, int64(o+1), 10), ' ')
	}
	return text
}
