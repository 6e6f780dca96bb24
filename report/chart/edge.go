package chart

import (
	"xcbench/cover"
	"xcbench/results"
)

// edge is the range of a logarithmic axis that has unsolved searches at its upper end. For times
// the upper end is the time limit if a search was stopped there, or else a place beyond all values.
type edge struct {
	low, high float64
	label     string // of the upper end; "" if everything was solved
	zeros     bool   // there are values of zero, drawn at the lower end
	why       error  // the reason if there is no value to draw
	scale     scale
}

// edgeOf returns the range for all cells of a comparison.
func edgeOf(c *results.Medians, limit float64) edge {
	e := edge{scale: scaleOf(c.Unit)}
	var reach span
	missing, late := false, false
	for line := range c.Len() {
		for _, cell := range c.Cells(line) {
			if cell.Status != cover.Solved {
				missing, late = missing || cell.Status != "", late || cell.Status == cover.Timeout
				continue
			}
			x, ok := log(cell.Center)
			if !ok {
				e.zeros = true
				continue
			}
			reach.take(x)
		}
	}
	if !reach.some {
		e.why = noValue(e.zeros)
		return e
	}
	e.low, e.high = reach.low, reach.high
	if x, ok := log(limit); late && ok && c.Unit == results.Seconds {
		e.high, e.label = max(e.high, x), "limit of "+e.scale.value(limit)
	} else if missing {
		e.high, e.label = e.high+0.3, "not solved"
	}
	if e.zeros {
		e.low -= 0.3
	}
	if missing {
		e.low = min(e.low, e.high-2) // the upper end stays, as it may be the limit
	}
	e.low, e.high = wide(e.low, e.high, 2)
	return e
}

// place returns the place of a cell on the axis.
func (e edge) place(c results.Median) float64 {
	if c.Status != cover.Solved {
		return e.high
	}
	if x, ok := log(c.Center); ok {
		return x
	}
	return e.low
}

// tell returns the value of a cell, or its status.
func (e edge) tell(c results.Median) string {
	if c.Status != cover.Solved {
		return statusOf(c)
	}
	return e.scale.value(c.Center)
}
