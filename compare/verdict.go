package compare

import (
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

	// Blind means that the samples are too few to mark any row.
	Blind bool

	// Drift is the factor by which the interval is wider on both sides, because the machine may have
	// changed its speed between the column's runs and those of the base. It is 0 if they were measured
	// in turns. Single means that a side has no more than one run, which cannot show such a change.
	Drift  float64
	Single bool

	BaseOnly  int // other rows: only the base has a value
	OtherOnly int // other rows: only the column has a value
}

// fewRows is the smallest number of rows that count as a sample of a population. Fewer rows cannot
// show a difference in the population even if they all agree: with 5 rows, the sign test has a
// p-value of 2/32 at least. A verdict over them is about these rows only.
const fewRows = 6

// Decided reports whether the interval leaves out 1.
func (v Verdict) Decided() bool { return v.Low > 1 || v.High < 1 }

// Shown reports whether a row shows what all rows together show, unless no row can.
func (v Verdict) Shown() bool { return v.Blind || v.Less+v.More > 0 }

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
	separate   bool            // a row is not comparable
	less, more map[float64]int // rows by p-value
	rows       []int           // that both columns have
	least      float64         // the least p-value that the samples of a row can have
}

func newSums(b *builder, columns int) *sums {
	s := &sums{builder: b, means: make([]stats.GeoMean, columns), columns: make([]columnSums, columns),
		pValues: map[float64]int{}, tested: map[sizes]bool{}}
	for k := range s.columns {
		s.columns[k].less, s.columns[k].more, s.columns[k].least = map[float64]int{}, map[float64]int{}, 1
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
		switch {
		case !c.Compared || s.exact:
		case c.Mean:
			v.least = 0
		default:
			s.compared++
			s.pValues[c.P]++
			s.tested[sizes{c.BaseN, c.N}] = true
			v.least = min(v.least, stats.LeastP(c.BaseN, c.N))
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
			percent, _ := c.Change()
			switch sure := s.exact || c.Mean; {
			case !c.Compared || sure && !c.Differs || !c.clear():
			case percent < 0:
				v.less[c.P]++
			case percent > 0:
				v.more[c.P]++
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
		switch text, n := tooFew(s.compared, s.tested, s.method.Method); {
		case s.few.cells > 0:
			t.warnf("too few samples for all intervals and marks: take %d of each", max(n, s.few.need))
		case text != "":
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
			v.Ratio, v.Drift, v.Single = s.ratio(v, k), s.drifts[k], s.single[k]
			v.Blind = v.Value > 0 && !s.exact && v.least >= s.method.Alpha
		}
		t.Verdicts = append(t.Verdicts, s.columns[k].Verdict)
	}
}

// significant returns how many of some rows, given by p-value, have a significant difference.
func (s *sums) significant(some map[float64]int) (n int) {
	for p, count := range some {
		if s.exact || p == 0 || s.verdicts.known[p] < s.method.Alpha { // a mean has no p-value
			n += count
		}
	}
	return n
}

// ratio returns the ratio of column k to the base over all rows.
func (s *sums) ratio(v *columnSums, k int) stats.Ratio {
	if v.separate {
		return stats.Ratio{}
	}
	var pairs []stats.Pair
	for _, row := range v.rows {
		pairs = append(pairs, s.pairs(row, k)...)
	}
	return s.meanRatio(pairs, k)
}
