package results

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"xcbench/cover"
)

// Comparison sets solvers side by side in one unit, as benchstat does: medians
// with confidence intervals, and the ratio to the first solver where a
// Mann-Whitney U test finds a difference.
type Comparison struct {
	Unit      string
	Exact     bool     // counters: every sample has the same value
	Instances []string // the rows, in order of appearance
	Solvers   []string // the columns; the first is the base
	Cells     [][]Cell // by row and column

	// The geometric means over the instances where every solver has a positive
	// value, and how many these are; nil if there is none.
	Geomean []float64
	Common  int
}

// Cell is one solver on one instance.
type Cell struct {
	Status  cover.Status // of the worst sample; "" if there is none
	Summary benchmath.Summary
	Ratio   float64 // to the base; 0 where there is no base to compare with
	Differs bool    // the ratio is significant
	P       float64 // of the test
	N       int     // samples
}

// Measured says whether the cell has a value.
func (c Cell) Measured() bool { return c.Status.Measured() }

// Compare makes the comparison of the given solvers. It works on the results of
// a run: all samples of a solver on an instance are one sample of benchmath's.
func Compare(rows []Row, unit string, solvers []string) Comparison {
	u, _ := FindUnit(unit)
	c := Comparison{Unit: unit, Exact: u.Exact, Solvers: solvers}
	type key struct{ id, solver string }
	samples, seen := map[key][]Row{}, map[string]bool{}
	for _, r := range rows {
		k := key{r.InstanceID(), r.Solver}
		if !seen[k.id] {
			seen[k.id] = true
			c.Instances = append(c.Instances, k.id)
		}
		samples[k] = append(samples[k], r)
	}
	for _, id := range c.Instances {
		cells := make([]Cell, len(solvers))
		var base *benchmath.Sample
		for k, solver := range solvers {
			var sample *benchmath.Sample
			cells[k], sample = c.cell(samples[key{id, solver}])
			if k == 0 {
				base = sample
			} else if base != nil && sample != nil {
				cells[k].against(c.assumption(), base, sample, cells[0])
			}
		}
		c.Cells = append(c.Cells, cells)
	}
	c.geomeans()
	return c
}

func (c *Comparison) assumption() benchmath.Assumption {
	if c.Exact {
		return benchmath.AssumeExact
	}
	return benchmath.AssumeNothing
}

// cell sums up the samples of a cell; the second result is nil if it has no value.
func (c *Comparison) cell(rows []Row) (Cell, *benchmath.Sample) {
	if len(rows) == 0 {
		return Cell{}, nil
	}
	cell := Cell{Status: rows[0].Status, N: len(rows)}
	values := make([]float64, len(rows))
	for k, r := range rows {
		values[k] = r.Value(c.Unit)
		if r.Measured() {
			continue
		}
		cell.Status = r.Status
	}
	if !cell.Measured() {
		return cell, nil
	}
	sample := benchmath.NewSample(values, &benchmath.DefaultThresholds)
	cell.Summary = c.assumption().Summary(sample, 0.95)
	return cell, sample
}

func (cell *Cell) against(a benchmath.Assumption, base, sample *benchmath.Sample, first Cell) {
	if first.Summary.Center <= 0 {
		return
	}
	test := a.Compare(base, sample)
	cell.P = test.P
	cell.Differs = test.P < test.Alpha && cell.Summary.Center != first.Summary.Center
	cell.Ratio = cell.Summary.Center / first.Summary.Center
}

func (c *Comparison) geomeans() {
	logs := make([]float64, len(c.Solvers))
	for _, cells := range c.Cells {
		if slices.ContainsFunc(cells, func(cell Cell) bool { return !cell.Measured() || cell.Summary.Center <= 0 }) {
			continue
		}
		c.Common++
		for k, cell := range cells {
			logs[k] += math.Log(cell.Summary.Center)
		}
	}
	if c.Common == 0 {
		return
	}
	for _, sum := range logs {
		c.Geomean = append(c.Geomean, math.Exp(sum/float64(c.Common)))
	}
}
