package compare

import "math"

// Verdict compares a column with the base over all rows in which both have a value above 0.
type Verdict struct {
	// Ratio is the geometric mean of the ratios of the medians. It is the zero Ratio if the column was
	// not compared with the base in all these rows. The ends of its interval are its value in an exact
	// unit, and 0 and infinity if the interval is unknown.
	Ratio

	Rows       int // of these rows
	Less, More int // of these rows: marked as less or as more than the base
	BaseOnly   int // other rows: only the base has a value
	OtherOnly  int // other rows: only the column has a value
}

// fewRows is the smallest number of rows that count as a sample of a population. Fewer rows cannot
// show a difference in the population even if they all agree: with 5 rows, the sign test has a
// p-value of 2/32 at least. A verdict over them is about these rows only.
const fewRows = 6

// Decided reports whether the interval leaves out 1.
func (v Verdict) Decided() bool { return v.Low > 1 || v.High < 1 }

// judge makes the verdicts of a table. The pairs are the samples by column, without those of the
// base, and by row. They are nil if verdicts need no interval.
func (t *Table) judge(m Method, pairs [][]Pair) {
	t.Verdicts = make([]Verdict, len(t.Columns))
	for k := 1; k < len(t.Columns); k++ {
		v := &t.Verdicts[k]
		var ratios GeoMean
		var both []Pair
		comparable := true
		for n, row := range t.Rows {
			base, c := row.Cells[0], row.Cells[k]
			switch {
			case base.Measured() && !c.Measured():
				v.BaseOnly++
			case c.Measured() && !base.Measured():
				v.OtherOnly++
			case !c.Measured() || !(base.Center > 0 && c.Center > 0):
			default:
				v.Rows++
				comparable = comparable && c.Compared
				ratios.Add(c.Center / base.Center)
				if c.Differs && c.Center < base.Center {
					v.Less++
				} else if c.Differs && c.Center > base.Center {
					v.More++
				}
				if pairs != nil && pairs[k-1][n].Base != nil {
					both = append(both, pairs[k-1][n])
				}
			}
		}
		switch {
		case v.Rows == 0 || !comparable:
		case len(both) == v.Rows && len(both) < fewRows:
			v.Ratio = m.PairedRatio(both, FixedRows)
		case len(both) == v.Rows:
			v.Ratio = m.PairedRatio(both, RandomRows)
		case t.Exact:
			v.Ratio = Ratio{ratios.Mean(), ratios.Mean(), ratios.Mean()}
		default:
			v.Ratio = Ratio{ratios.Mean(), 0, math.Inf(1)}
		}
	}
}
