package chart

import (
	"math"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/results/compare"
)

// edge is the range of an axis of logarithms whose upper end is for what was not solved:
// of times the limit, if that stopped some search, else a place beyond all values.
type edge struct {
	low, high float64
	label     string // of the upper end; "" if all was solved
	zeros     bool   // there are values of zero, which are at the lower end
	empty     bool   // there is no value at all
	why       string // it is empty
	scale     scale
}

// edgeOf returns the range for all cells of a comparison.
func edgeOf(c compare.Table, limit float64) edge {
	e := edge{low: math.Inf(1), high: math.Inf(-1), scale: scaleOf(c.Unit), why: "no search was solved"}
	missing, late := false, false
	for _, row := range c.Rows {
		for _, cell := range row.Cells {
			if cell.Status != cover.Solved {
				missing, late = missing || cell.Status != "", late || cell.Status == cover.Timeout
				continue
			}
			x, ok := log(cell.Center)
			if !ok {
				e.zeros, e.why = true, "no value is above 0"
				continue
			}
			e.low, e.high = min(e.low, x), max(e.high, x)
		}
	}
	if e.empty = e.low > e.high; e.empty {
		return e
	}
	if x, ok := log(limit); late && ok && c.Unit == results.Seconds {
		e.high, e.label = max(e.high, x), "limit of "+e.scale.value(limit)
	} else if missing {
		e.high, e.label = e.high+0.3, "not solved"
	}
	if e.zeros {
		e.low -= 0.3
	}
	if missing {
		e.low = min(e.low, e.high-2) // the limit stays where it is
	}
	e.low, e.high = wide(e.low, e.high, 2)
	return e
}

// place is where a cell is on the axis.
func (e edge) place(c compare.Cell) float64 {
	if c.Status != cover.Solved {
		return e.high
	}
	if x, ok := log(c.Center); ok {
		return x
	}
	return e.low
}

// tell is a cell in words.
func (e edge) tell(c compare.Cell) string {
	if c.Status != cover.Solved {
		return statusOf(c)
	}
	return e.scale.value(c.Center)
}
