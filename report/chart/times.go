package chart

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/cover"
	"xcbench/results"
)

// mostRows is how many instances a plot with a row for each has room for: with more
// of them it would be metres high.
const mostRows = 150

// manyRows is from how many on the axis has its labels at the top too.
const manyRows = 30

// times draws the median of each solver on each instance, a row an instance, the slowest
// on top. Searches that were stopped at the time limit have their marks beside the plot.
func times(in Input) (*Figure, error) {
	s := scaleOf(in.Unit)
	f := &Figure{Title: capital(in.unit.Word) + " by instance"}
	f.Head = []string{"instance", "solver", "status", in.Unit}
	rows, _ := in.rows()
	c := results.Compare(rows, in.Unit, in.Solvers)
	limits := map[results.Search]float64{}
	for _, r := range rows {
		if r.Status == cover.Timeout && in.Unit == results.Seconds {
			limits[r.Key()] = r.Search
		}
	}
	order := slowest(c, limits)
	if len(order) > mostRows {
		f.Title += fmt.Sprintf(", the %d with the most of %d", mostRows, len(order))
		if in.Unit == results.Seconds {
			f.Title = fmt.Sprintf("Time by instance, the %d slowest of %d", mostRows, len(order))
		}
		order = order[:mostRows]
	}

	p := newPlot(s.axis, "")
	p.X.Tick.Marker = logTicks{s.power}
	if in.Narrow {
		p.X.Tick.Marker = sparse{p.X.Tick.Marker}
	}
	left := map[string]int{} // what has no mark, by why
	beside := newStopped(len(in.Solvers), in.Narrow)
	var atEnd []spot    // of the marks beside the plot
	low, high := 1., 0. // of the axis, once there is something
	for k, solver := range in.Solvers {
		look := in.looks.of(solver).glyph()
		f.keys = append(f.keys, key{text: solver, glyph: look})
		var marks plotter.XYs
		aside := (float64(k)+0.5)/float64(len(in.Solvers)) - 0.5 // so that equal values can be told apart
		for row, i := range order {
			id, cell := c.Instances[i], c.Cells[i][k]
			value, text := cell.Summary.Center, s.value(cell.Summary.Center)
			late := cell.Status == cover.Timeout && in.Unit == results.Seconds
			if late {
				value = limits[results.Search{InstanceID: id, Solver: solver}]
				text = "stopped after " + s.value(value)
			}
			x, ok := log(value)
			switch {
			case cell.Status == "":
				continue
			case !cell.Measured() && !late:
				left[string(cell.Status)]++
				f.row(id, solver, string(cell.Status), "")
				continue
			}
			f.row(id, solver, string(cell.Status), strconv.FormatFloat(value, 'g', -1, 64))
			if !ok {
				left["0 "+in.unit.Word]++
				continue
			}
			y := float64(len(order)-1-row) - aside*0.55
			if low > high {
				low, high = x, x
			}
			low, high = min(low, x), max(high, x)
			text = fmt.Sprintf("%s on %s: %s", solver, id, text)
			if late {
				y = float64(len(order) - 1 - row)
				beside.marks = append(beside.marks, stoppedMark{k, y, look})
				atEnd = append(atEnd, spot{y: y, right: beside.right(k), text: text})
				continue
			}
			marks = append(marks, plotter.XY{X: x, Y: y})
			f.point(x, y, text)
		}
		if err := curve(p, marks, draw.LineStyle{}, look); err != nil {
			return nil, err
		}
	}
	for _, why := range slices.Sorted(maps.Keys(left)) {
		f.note(fmt.Sprintf("Without a mark: %d of %d searches, %s.", left[why], len(f.Data), why))
	}
	if low > high {
		return nothing(f.Title, "nothing was measured"), nil
	}
	withinPowers(&p.X, low, high)
	for k := range atEnd {
		atEnd[k].x = p.X.Max
	}
	f.spots = append(atEnd, f.spots...)
	p.Add(beside)
	if len(order) > manyRows {
		p.Add(topTicks{})
	}
	names := make(rowTicks, len(order))
	for row, i := range order {
		names[row] = c.Instances[i]
	}
	p.Y.Tick.Marker = names
	p.Y.Min, p.Y.Max = -0.7, float64(len(names))-0.3
	f.plot = p
	f.height = vg.Length(len(names))*12.5 + 100
	if in.Narrow {
		f.height += 40 // the keys have more lines
	}
	return f, nil
}

// slowest returns the places of the instances in the comparison, those first on which most
// searches were stopped, and then those on which some search took most.
func slowest(c results.Comparison, limits map[results.Search]float64) []int {
	order, late, longest := make([]int, len(c.Instances)), make([]int, len(c.Instances)), make([]float64, len(c.Instances))
	for i, id := range c.Instances {
		order[i] = i
		for k, cell := range c.Cells[i] {
			longest[i] = max(longest[i], cell.Summary.Center)
			if _, ok := limits[results.Search{InstanceID: id, Solver: c.Solvers[k]}]; ok {
				late[i]++
			}
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(late[b]-late[a], cmp.Compare(longest[b], longest[a]), cmp.Compare(c.Instances[a], c.Instances[b]))
	})
	return order
}

// rowTicks names the rows from the top.
type rowTicks []string

func (names rowTicks) Ticks(_, _ float64) []plot.Tick {
	var ticks []plot.Tick
	for k, name := range names {
		ticks = append(ticks, plot.Tick{Value: float64(len(names) - 1 - k), Label: name})
	}
	return ticks
}
