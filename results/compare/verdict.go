package compare

import (
	"math"
	"slices"

	"xcbench/internal/stats"
)

// Verdict compares a column with the base over all rows in which both have a value above 0.
type Verdict struct {
	// Ratio is the geometric mean of the ratios of the medians. It is the zero Ratio if the column was
	// not compared with the base in all these rows. The ends of its interval are its value in an exact
	// unit, and 0 and infinity if the interval is unknown.
	stats.Ratio

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

// sums are the values of a table that depend on several rows, while rows are added.
type sums struct {
	*builder
	means    []stats.GeoMean
	common   int
	columns  []columnSums
	pValues  map[float64]int // how many comparisons have each
	compared int
	tested   map[sizes]bool
}

// sizes are the numbers of samples of the base and of another column.
type sizes struct{ base, other int }

// columnSums are the sums of a column.
type columnSums struct {
	Verdict
	ratios     stats.GeoMean
	separate   bool            // a row is not comparable
	less, more map[float64]int // rows by p-value
	rows       []int           // that both columns have
}

func newSums(b *builder, columns int) *sums {
	s := &sums{builder: b, means: make([]stats.GeoMean, columns), columns: make([]columnSums, columns),
		pValues: map[float64]int{}, tested: map[sizes]bool{}}
	for k := range s.columns {
		s.columns[k].less, s.columns[k].more = map[float64]int{}, map[float64]int{}
	}
	return s
}

// add adds row n.
func (s *sums) add(n int, row *Row) {
	if !slices.ContainsFunc(row.Cells, func(c Cell) bool { return c.N == 0 || c.Center <= 0 || c.Foreign }) {
		s.common++
		for k, c := range row.Cells {
			s.means[k].Add(c.Center)
		}
	}
	base := row.Cells[0]
	for k := 1; k < len(row.Cells); k++ {
		c, v := row.Cells[k], &s.columns[k]
		if c.Compared && !s.exact {
			s.compared++
			s.pValues[c.P]++
			s.tested[sizes{c.BaseN, c.N}] = true
		}
		switch {
		case base.Measured() && !c.Measured():
			v.BaseOnly++
		case c.Measured() && !base.Measured():
			v.OtherOnly++
		case !c.Measured() || !(base.Center > 0 && c.Center > 0):
		default:
			v.Rows++
			v.rows = append(v.rows, n)
			v.separate = v.separate || !c.Compared
			v.ratios.Add(c.Center / base.Center)
			if c.Compared && (!s.exact || c.Differs) {
				if c.Center < base.Center {
					v.less[c.P]++
				} else if c.Center > base.Center {
					v.more[c.P]++
				}
			}
		}
	}
}

// finish sets the geometric means, the verdicts and what the correction needs.
func (s *sums) finish(t *Table) {
	t.Common = s.common
	if !s.exact {
		t.Comparisons = s.compared
		s.verdicts = adjusted{s.method.Correction.AdjustCounts(s.pValues), s.method.Alpha}
		if text := tooFew(s.compared, s.tested, s.method.Method); text != "" {
			t.warnf("%s", text)
		}
	}
	for at := range s.tested {
		if t.Fewest == 0 {
			t.Fewest = at.base
		}
		t.Fewest, t.Most = min(t.Fewest, at.base, at.other), max(t.Most, at.base, at.other)
	}
	if t.Common > 0 {
		for _, m := range s.means {
			t.Geomean = append(t.Geomean, m.Mean())
		}
		if t.Common < len(s.rows) {
			t.warnf("the geometric means are over the %d of %d rows in which every column has a value above 0",
				t.Common, len(s.rows))
		}
	}
	for k := range s.columns {
		if v := &s.columns[k]; k > 0 {
			v.Less, v.More = s.significant(v.less), s.significant(v.more)
			v.Ratio = s.ratio(v, k)
		}
		t.Verdicts = append(t.Verdicts, s.columns[k].Verdict)
	}
}

// significant returns how many of some rows, given by p-value, have a significant difference.
func (s *sums) significant(some map[float64]int) (n int) {
	for p, count := range some {
		if s.exact || s.verdicts.known[p] < s.method.Alpha {
			n += count
		}
	}
	return n
}

// ratio returns the ratio of column k to the base over all rows.
func (s *sums) ratio(v *columnSums, k int) stats.Ratio {
	mean := v.ratios.Mean()
	switch {
	case v.Rows == 0 || v.separate:
		return stats.Ratio{}
	case s.exact:
		return stats.Ratio{Value: mean, Low: mean, High: mean}
	case !s.method.Paired:
		return stats.Ratio{Value: mean, High: math.Inf(1)}
	}
	pairs := make([]stats.Pair, len(v.rows))
	for n, row := range v.rows {
		pairs[n] = s.pair(row, k)
		if slices.Min(pairs[n].Base) <= 0 || slices.Min(pairs[n].Other) <= 0 { // the median is above 0, but not the least
			return stats.Ratio{Value: mean, High: math.Inf(1)}
		}
	}
	over := stats.RandomRows
	if v.Rows < fewRows {
		over = stats.FixedRows
	}
	return s.method.PairedRatio(pairs, over)
}
