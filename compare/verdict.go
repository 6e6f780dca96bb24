package compare

import (
	"cmp"
	"fmt"
	"slices"

	"xcbench/internal/english"
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

	// Drift makes the interval wider on both sides, by this factor. The machine may have changed its speed
	// between the column's runs and those of the base. It is 0 if they were measured in turns.
	Drift float64

	BaseOnly  int // other rows: only the base has a value
	OtherOnly int // other rows: only the column has a value
}

// Shown reports whether a row shows what all rows together show, unless no row can.
func (v Verdict) Shown() bool { return v.Blind || v.Less+v.More > 0 }

// correct sets the marks of all cells. The p-values are corrected for the number of comparisons.
func (t *Table) correct() {
	pValues := map[float64]int{}
	t.Comparisons = len(t.tested)
	for _, pair := range t.tested {
		n, m := pair[0].N, pair[1].N
		pValues[pair[1].P]++
		t.Fewest, t.Most = min(cmp.Or(t.Fewest, n), n, m), max(t.Most, n, m)
	}
	adjusted := t.Correction.Adjust(pValues)
	for _, pair := range t.tested {
		c := pair[1]
		c.Adjusted = adjusted[c.P]
		c.Differs = c.Differs && c.Adjusted < t.Alpha
	}
	if n := t.shortOf(); n > 0 {
		t.warn(fmt.Sprintf("too few samples to mark a row by itself among %s: take %d of each", english.Count(t.Comparisons, "comparison"), n))
	}
}

// shortOf returns how many samples of each side a row needs to be marked. It returns 0 if some row has as many.
func (t *Table) shortOf() int {
	canMark := func(c [2]*Cell) bool { return t.CanMark(c[0].N, c[1].N, t.Comparisons) }
	if t.Comparisons == 0 || t.Correction == stats.NoCorrection || slices.ContainsFunc(t.tested, canMark) {
		return 0
	}
	return t.SamplesToMark(t.Comparisons)
}

// sumUp sets the geometric means and the verdicts.
func (t *Table) sumUp() {
	mean := Row{Label: "geomean", Cells: make([]Cell, len(t.Columns))}
	for _, row := range t.Rows {
		mean.searches = append(mean.searches, row.searches...)
	}
	t.mean(&mean)
	if n := mean.Cells[0].N; n > 0 {
		if t.Mean = mean; n < len(mean.searches) {
			t.warn(fmt.Sprintf("the means are over the %d of %d searches with a value above 0 in every column", n, len(mean.searches)))
		}
	}
	for k := range mean.Cells[1:] {
		c, v := &mean.Cells[k+1], &t.Verdicts[k+1]
		for _, row := range t.Rows {
			v.count(row.Cells[0], row.Cells[k+1])
		}
		v.Ratio, v.Blind = c.Ratio, c.Compared && t.Comparisons > 0 && !t.CanMark(t.Most, t.Most, 1)
		if t.Searches {
			v.Families = c.families
		}
		if c.N > 0 && c.Compared {
			c.N = v.Rows
		}
		c.Differs = c.Differs && v.Shown()
	}
}

// count adds a row, with the cell of the base and that of the column.
func (v *Verdict) count(base, c Cell) {
	switch {
	case base.Measured() && !c.Measured():
		v.BaseOnly++
	case c.Measured() && !base.Measured():
		v.OtherOnly++
	case c.Compared && base.Center > 0 && c.Center > 0:
		v.Rows++
		switch {
		case !c.Differs:
		case c.Value < 1:
			v.Less++
		case c.Value > 1:
			v.More++
		}
	}
}
