package compare

import (
	"iter"
	"math"
	"slices"

	"xcbench/internal/stats"
)

// Verdict compares a column with the base over all rows in which both have a value above 0.
type Verdict struct {
	// Ratio is the geometric mean over families of the geometric mean over their searches of the ratios of
	// the medians. With fewer than [stats.LeastFamilies] families it is about these searches only, and each
	// has one vote. Rows of other programs are families of one. It is the zero Ratio if the column was
	// not compared with the base in all these rows. The ends of its interval are its value in an exact
	// unit, and 0 and infinity if the interval is unknown.
	stats.Ratio

	Families   int // of these rows; 0 if a row is of another program
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

// Decided reports whether the interval leaves out 1.
func (v Verdict) Decided() bool { return v.Low > 1 || v.High < 1 }

// Shown reports whether a row shows what all rows together show, unless no row can.
func (v Verdict) Shown() bool { return v.Blind || v.Less+v.More > 0 }

// correct sets the marks of all cells. The p-values are corrected for the number of comparisons.
func (t *tabulation) correct() {
	if t.Exact {
		return
	}
	pValues := map[float64]int{}
	t.Fewest = math.MaxInt
	for c := range t.tested() {
		pValues[c.P]++
		t.Comparisons++
		t.Fewest, t.Most = min(t.Fewest, c.N, c.BaseN), max(t.Most, c.N, c.BaseN)
	}
	t.Fewest = min(t.Fewest, t.Most)
	adjusted := t.Correction.AdjustCounts(pValues)
	for c := range t.tested() {
		c.Adjusted = adjusted[c.P]
		c.Differs = c.Adjusted < t.Alpha && c.clear()
	}
	n := 0
	if t.Correction != stats.NoCorrection {
		n = t.shortOf()
	}
	switch {
	case t.few > 0:
		t.warnf("too few samples for all intervals and marks: take %d of each", max(n, t.need))
	case n > 0:
		t.warnf("too few samples to mark a single one of %d comparisons: take %d of each", t.Comparisons, n)
	}
}

// tested yields the cells that were compared by a test of samples.
func (t *Table) tested() iter.Seq[*Cell] {
	return func(yield func(*Cell) bool) {
		for _, row := range t.Rows {
			for k := range row.Cells {
				if c := &row.Cells[k]; c.Compared && !c.Mean && !yield(c) {
					return
				}
			}
		}
	}
}

// shortOf returns how many samples of each side could mark a single row, or 0 if those of some row can.
func (t *Table) shortOf() int {
	for c := range t.tested() {
		if t.CanMark(c.BaseN, c.N, t.Comparisons) {
			return 0
		}
	}
	if t.Comparisons == 0 {
		return 0
	}
	return t.SamplesToMark(t.Comparisons)
}

// sumUp sets the geometric means and the verdicts.
func (t *tabulation) sumUp() {
	means := make([]stats.FamilyMean, len(t.Columns))
	for n, row := range t.Rows {
		if !slices.ContainsFunc(row.Cells, func(c Cell) bool { return c.N == 0 || c.Center <= 0 || c.Foreign }) {
			t.Common++
			for k, c := range row.Cells {
				means[k].Add(t.families[n], c.Center)
			}
		}
	}
	for k, m := range means {
		if t.Common > 0 {
			t.Geomean = append(t.Geomean, m.Mean())
		}
		if k > 0 {
			t.judge(k)
		}
	}
	if 0 < t.Common && t.Common < len(t.Rows) {
		t.warnf("the geometric means are over the %d of %d rows in which every column has a value above 0", t.Common, len(t.Rows))
	}
}

// judge compares column k with the base over all rows.
func (t *tabulation) judge(k int) {
	v := &t.Verdicts[k]
	canMark, separate := false, false
	all := map[string][]stats.Pair{}
	for n, row := range t.Rows {
		base, c := row.Cells[0], row.Cells[k]
		canMark = canMark || c.Compared && (c.Mean || t.CanMark(c.BaseN, c.N, 1))
		switch {
		case base.Measured() && !c.Measured():
			v.BaseOnly++
		case c.Measured() && !base.Measured():
			v.OtherOnly++
		case c.Measured() && base.Center > 0 && c.Center > 0:
			v.Rows++
			separate = separate || !c.Compared
			t.addPairs(all, row.Label, t.searches[n], k)
			switch percent, _ := c.Change(); {
			case !c.Differs:
			case percent < 0:
				v.Less++
			case percent > 0:
				v.More++
			}
		}
	}
	if !separate {
		v.Ratio = t.ratio(all, k)
	}
	if t.Searches {
		v.Families = len(all)
	}
	v.Blind = v.Value > 0 && !t.Exact && !canMark
}
