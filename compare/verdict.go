package compare

import (
	"maps"
	"math"
	"slices"
	"strings"

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
	pValues := map[float64]int{}
	t.Comparisons = len(t.tested)
	var sizes []int
	for _, c := range t.tested {
		pValues[c.P]++
		sizes = append(sizes, c.N, c.BaseN)
	}
	if len(sizes) > 0 {
		t.Fewest, t.Most = slices.Min(sizes), slices.Max(sizes)
	}
	adjusted := t.Correction.AdjustCounts(pValues)
	for _, c := range t.tested {
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

// shortOf returns how many samples of each side a row needs to be marked. It returns 0 if some row has as many.
func (t *tabulation) shortOf() int {
	canMark := func(c *Cell) bool { return t.CanMark(c.BaseN, c.N, t.Comparisons) }
	if t.Comparisons == 0 || slices.ContainsFunc(t.tested, canMark) {
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
				means[k].Add(familyOf(t.searches[n], row.Label), c.Center)
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
	t.Warnings = append(t.Warnings, t.ofCells...)
}

// familyOf returns the family of the searches of a row. A row of several families is one of its own.
func familyOf(all []search, label string) string {
	for _, s := range all {
		if s.family != all[0].family {
			return " " + label
		}
	}
	return all[0].family
}

// judge compares column k with the base over all rows.
func (t *tabulation) judge(k int) {
	v := &t.Verdicts[k]
	canMark, separate := false, false
	var all []search
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
			separate, all = separate || !c.Compared, append(all, t.searches[n]...)
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
		v.Ratio, v.Families = t.ratio(all, k)
	}
	if !t.Searches {
		v.Families = 0
	}
	v.Blind = v.Value > 0 && !t.Exact && !canMark
}

// ratio returns the mean ratio of column k to the base over the searches that both have, and the number of
// their families. It is the zero Ratio if a median is 0 or there is no search.
func (t *tabulation) ratio(all []search, k int) (r stats.Ratio, families int) {
	slices.SortStableFunc(all, func(a, b search) int { return strings.Compare(a.family, b.family) }) // sums are not rounded by chance
	of := map[string][]stats.Pair{}
	var mean stats.FamilyMean
	least, median := math.Inf(1), math.Inf(1)
	for _, s := range all {
		if base, other := s.of[0], s.of[k]; base != nil && other != nil && other.unlike(base.Group, t.unit) == "" {
			of[s.family] = append(of[s.family], stats.Pair{Base: base.values, Other: other.values})
			least, median = min(least, base.values[0], other.values[0]), min(median, base.Center, other.Center)
			mean.Add(s.family, other.Center/base.Center)
		}
	}
	switch x := mean.Mean(); {
	case len(of) == 0 || median <= 0:
	case t.Exact:
		r = stats.Ratio{Value: x, Low: x, High: x}
	case least <= 0:
		r = stats.Ratio{Value: x, High: math.Inf(1)}
	default:
		r = allow(t.FamilyRatio(slices.Collect(maps.Values(of))), t.Verdicts[k].Drift)
	}
	return r, len(of)
}
