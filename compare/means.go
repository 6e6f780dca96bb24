package compare

import (
	"math"
	"slices"

	"xcbench/internal/stats"
	"xcbench/results"
)

// A row may have several searches, as a family has. They are compared one by one, and the ratios are
// summed up. The median of samples of different searches would show how much the searches differ.

// mixed reports whether a row has several searches in some column.
func mixed(groups []*group) bool {
	for k, g := range groups {
		if k > 0 && g.col == groups[k-1].col {
			return true
		}
	}
	return false
}

// members returns the groups with values of each search of a row, by the place of the column.
func (b *builder) members(row int) (all [][]*group) {
	at := map[int]int{}
	for _, g := range b.rows[row] {
		place, ok := b.colAt[g.col]
		if !ok || !results.Valued(g.status) || !g.has(b.unit) {
			continue
		}
		if _, known := at[g.member]; !known {
			at[g.member], all = len(all), append(all, make([]*group, len(b.cols)))
		}
		all[at[g.member]][place] = g
	}
	return all
}

// pairs returns the samples of the searches of a row that the base and another column have, and that
// can be compared.
func (b *builder) pairs(row, col int) (pairs []stats.Pair) {
	for _, of := range b.members(row) {
		base, other := of[0], of[col]
		if base == nil || other == nil || !other.comparable(base, b.same) || !b.exact && !b.store.together(base, other) {
			continue
		}
		pairs = append(pairs, stats.Pair{Base: base.values(b.unit), Other: other.values(b.unit)})
	}
	return pairs
}

// means sets the cells of a row with several searches.
func (b *builder) means(k int, row Row) {
	for _, g := range b.rows[k] {
		if place, ok := b.colAt[g.col]; ok && g.has(b.unit) {
			cell := &row.Cells[place]
			cell.Mean = true
			if cell.Status == "" || results.Worse(g.status, cell.Status) {
				cell.Status = g.status
			}
		}
	}
	members, whole, means := b.members(k), 0, make([]stats.GeoMean, len(b.cols))
	var last []float64
	for _, of := range members {
		centers := make([]float64, len(of))
		for place, g := range of {
			if g != nil {
				centers[place] = b.summary.Of(g.values(b.unit)).Center
			}
		}
		lacking := func(place int) bool { return row.Cells[place].Mean && !(centers[place] > 0) }
		if slices.ContainsFunc(b.places(), lacking) {
			continue
		}
		whole, last = whole+1, centers
		for place, x := range centers {
			means[place].Add(x)
		}
	}
	for place := range row.Cells {
		cell := &row.Cells[place]
		switch {
		case cell.Mean && whole > 0:
			cell.N, cell.Center, cell.Lo, cell.Hi = whole, means[place].Mean(), math.Inf(-1), math.Inf(1)
			if whole == 1 {
				cell.Center = last[place] // not rounded
			}
		case results.Valued(cell.Status): // of no search that all columns have
			cell.Status = ""
		}
		if place > 0 && cell.Mean && row.Cells[0].Mean {
			b.meanAgainst(cell, row.Cells[0], b.pairs(k, place), place)
		}
	}
	if whole < len(members) {
		b.warned.of("a mean leaves out searches that lack a value above 0 in some column", func() string { return row.Label })
	}
}

// places returns the places of all columns.
func (b *builder) places() (all []int) {
	for place := range b.cols {
		all = append(all, place)
	}
	return all
}

// meanAgainst compares a mean with that of the base.
func (b *builder) meanAgainst(cell *Cell, base Cell, pairs []stats.Pair, place int) {
	r := b.meanRatio(pairs, place)
	if r.Value == 0 {
		return
	}
	cell.Compared, cell.Ratio, cell.Base, cell.BaseN = true, r.Value, base.Center, base.N
	cell.Low, cell.High, cell.Drift = r.Low, r.High, b.drifts[place]
	cell.Differs = r.Low > 1 || r.High < 1
}

// meanRatio returns the mean ratio of a column to the base over some searches. It is the zero Ratio if a
// value is 0 or there is no search.
func (b *builder) meanRatio(pairs []stats.Pair, place int) stats.Ratio {
	var mean stats.GeoMean
	interval := b.method.Paired
	for _, p := range pairs {
		base, other := b.summary.Of(p.Base).Center, b.summary.Of(p.Other).Center
		if !(base > 0 && other > 0) {
			return stats.Ratio{}
		}
		mean.Add(other / base)
		interval = interval && slices.Min(p.Base) > 0 && slices.Min(p.Other) > 0 // the median is above 0, but not the least
	}
	switch x := mean.Mean(); {
	case x == 0:
		return stats.Ratio{}
	case b.exact:
		return stats.Ratio{Value: x, Low: x, High: x}
	case !interval:
		return stats.Ratio{Value: x, High: math.Inf(1)}
	}
	over := stats.RandomRows
	if len(pairs) < fewRows {
		over = stats.FixedRows
	}
	r := b.method.PairedRatio(pairs, over)
	if drift := b.drifts[place]; drift > 0 {
		r.Low, r.High = r.Low/drift, r.High*drift
	}
	return r
}
