package compare

import (
	"fmt"
	"maps"
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
func (t *tabulation) correct(to *Table) {
	if t.unit.Exact {
		return
	}
	pValues, tested := map[float64]int{}, map[[2]int]bool{}
	for _, row := range to.Rows {
		for _, c := range row.Cells {
			if c.tested() {
				pValues[c.P]++
				tested[[2]int{c.BaseN, c.N}] = true
				to.Comparisons++
			}
		}
	}
	adjusted := t.Correction.AdjustCounts(pValues)
	for _, row := range to.Rows {
		for k := range row.Cells {
			if c := &row.Cells[k]; c.tested() {
				c.Adjusted = adjusted[c.P]
				c.Differs = c.Adjusted < t.Alpha && c.clear()
			}
		}
	}
	to.Fewest = math.MaxInt
	for n := range tested {
		to.Fewest, to.Most = min(to.Fewest, n[0], n[1]), max(to.Most, n[0], n[1])
	}
	to.Fewest = min(to.Fewest, to.Most)
	switch text, n := tooFew(to.Comparisons, slices.Collect(maps.Keys(tested)), t.Method.Method); {
	case t.few > 0:
		to.warnf("too few samples for all intervals and marks: take %d of each", max(n, t.need))
	case text != "":
		to.warnf("%s", text)
	}
}

// shortOf returns how many samples of each side could mark a single row, or 0 if those of some row can.
func (t *Table) shortOf() int {
	m := DefaultMethod
	for _, row := range t.Rows {
		for _, c := range row.Cells {
			if c.tested() && m.CanMark(c.BaseN, c.N, t.Comparisons) {
				return 0
			}
		}
	}
	if t.Comparisons == 0 {
		return 0
	}
	return m.SamplesToMark(t.Comparisons)
}

// tooFew returns a warning if a difference in a single comparison cannot be significant after the
// correction, however great it is. It returns "" if the samples suffice, or if they could not show
// a difference even without the correction. It also returns how many samples would suffice.
func tooFew(comparisons int, tested [][2]int, m stats.Method) (text string, n int) {
	least := 1.0
	for _, n := range tested {
		least = min(least, stats.LeastP(n[1], n[0]))
	}
	all := float64(comparisons)
	if m.Correction == stats.NoCorrection || comparisons < 2 || least >= m.Alpha || least*all < m.Alpha {
		return "", 0
	}
	n = m.SamplesToMark(comparisons)
	if m.Correction == stats.Holm {
		return fmt.Sprintf("too few samples to show a difference in any of %d comparisons after Holm's correction: "+
			"take %d of each, filter rows, or correct by bh", comparisons, n), n
	}
	return fmt.Sprintf("too few samples to show differences in fewer than %.0f of %d comparisons: take %d of each",
		math.Floor(least*all/m.Alpha)+1, comparisons, n), n
}

// sumUp sets the geometric means and the verdicts.
func (t *tabulation) sumUp(to *Table) {
	means := make([]stats.FamilyMean, len(t.cols))
	for n, row := range to.Rows {
		if !slices.ContainsFunc(row.Cells, func(c Cell) bool { return c.N == 0 || c.Center <= 0 || c.Foreign }) {
			to.Common++
			for k, c := range row.Cells {
				means[k].Add(t.familyOf(n), c.Center)
			}
		}
	}
	for k, m := range means {
		if to.Common > 0 {
			to.Geomean = append(to.Geomean, m.Mean())
		}
		v := Verdict{}
		if k > 0 {
			v = t.verdict(to.Rows, k)
		}
		to.Verdicts = append(to.Verdicts, v)
	}
	if 0 < to.Common && to.Common < len(to.Rows) {
		to.warnf("the geometric means are over the %d of %d rows in which every column has a value above 0", to.Common, len(to.Rows))
	}
}

// familyOf returns the family that all searches of a row are of, or else the label of the row.
func (t *tabulation) familyOf(row int) string {
	groups := t.rows[row]
	first := groups[0].family()
	if first == "" || slices.ContainsFunc(groups, func(g placed) bool { return g.family() != first }) {
		return " " + t.labels[groups[0].row]
	}
	return first
}

// verdict compares column k with the base over all rows.
func (t *tabulation) verdict(rows []Row, k int) (v Verdict) {
	v.Drift, v.Single = t.allow[k], t.single[k]
	least, separate := 1.0, false // the least p-value that the samples of a row can have
	all := pairs{}
	for n, row := range rows {
		base, c := row.Cells[0], row.Cells[k]
		if c.Compared && c.Mean {
			least = 0
		} else if c.Compared {
			least = min(least, stats.LeastP(c.BaseN, c.N))
		}
		switch {
		case base.Measured() && !c.Measured():
			v.BaseOnly++
		case c.Measured() && !base.Measured():
			v.OtherOnly++
		case c.Measured() && base.Center > 0 && c.Center > 0:
			v.Rows++
			separate = separate || !c.Compared
			for family, some := range t.pairs(row.Label, t.members(t.rows[n]), k) {
				all[family] = append(all[family], some...)
			}
			switch percent, _ := c.Change(); {
			case !c.Differs || !c.clear():
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
	if t.searches {
		v.Families = len(all)
	}
	v.Blind = v.Value > 0 && !t.unit.Exact && least >= t.Alpha
	return v
}
