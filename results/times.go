package results

import (
	"fmt"
	"strings"

	"xcbench/compare"
)

// CheckTimes compares the search times of a run with those of another by
// a Mann-Whitney U test with Holm's correction: a row is slower or faster if the
// difference is significant and more than threshold, as in 0.05 for 5%. An error
// is a run that cannot be read, or one that has nothing to compare with.
func CheckTimes(baseline, run string, threshold float64) ([]Finding, error) {
	inputs, err := compare.Inputs([]string{baseline, run})
	if err != nil {
		return nil, err
	}
	opts := compare.Defaults()
	opts.Col, opts.Filter = ".file", ".unit:"+Seconds
	res, err := compare.Compare(opts, inputs, nil)
	switch {
	case err != nil:
		return nil, err
	case len(res.Faults) > 0:
		return nil, fmt.Errorf("%s", res.Faults[0])
	case res.Disjoint():
		return nil, fmt.Errorf("%s and %s have no times in common that can be compared: not the same rows, or not the same kind of machine", baseline, run)
	}
	var all []Finding
	for _, t := range res.Tables {
		for _, row := range t.Rows {
			if len(row.Cells) < 2 || !row.Cells[1].Compared {
				continue
			}
			c := row.Cells[1]
			id, solver, _ := strings.Cut(row.Label, " ")
			f := Finding{id, solver, Same, ""}
			if percent, ok := c.Change(); ok && c.Differs {
				f.Why = fmt.Sprintf("%+.1f%% time (p=%.3f n=%d+%d)", percent, c.P, c.BaseN, c.N)
				switch ratio := 1 + percent/100; {
				case ratio > 1+threshold:
					f.Verdict = Slower
				case ratio < 1/(1+threshold):
					f.Verdict = Faster
				}
			}
			all = append(all, f)
		}
	}
	SortFindings(all)
	return all, nil
}
