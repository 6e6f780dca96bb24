package report

import (
	"cmp"
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// mostRows is how many instances a plot with a row for each has room for: with more
// of them it would be metres high.
const mostRows = 150

// PlotTimes draws the median time of each solver on each instance, a row an
// instance, of the mostRows slowest if there are more, to path.svg and path.png. A colour is an algorithm; full marks stand for
// the rule mrv, rings for first, and a cross for a solver that was stopped at
// the time limit.
func PlotTimes(rows []results.Row, variants []solvers.Variant, path string) error {
	var names []string
	for _, v := range variants {
		names = append(names, v.Name)
	}
	title := "Time by instance"
	rows, all := slowest(rows, mostRows)
	if all > mostRows {
		title = fmt.Sprintf("Time by instance, the %d slowest of %d", mostRows, all)
	}
	c := results.Compare(rows, results.Seconds, names)
	p := newPlot(title, "time of one search", "")
	p.X.Tick.Marker = logTicks{durations}
	drawn := 0
	for k, v := range variants {
		style := draw.GlyphStyle{Color: colourOf(v, variants), Radius: vg.Points(2.8), Shape: draw.CircleGlyph{}}
		if v.Rule == cover.First {
			style.Shape = draw.RingGlyph{}
		}
		finished, stopped := points(c, k, rows)
		drawn += len(finished) + len(stopped)
		p.Legend.Add(v.Name, thumbnail{style})
		if err := scatter(p, finished, style); err != nil {
			return err
		}
		style.Shape = draw.CrossGlyph{}
		if err := scatter(p, stopped, style); err != nil {
			return err
		}
	}
	p.Legend.Add("stopped at the limit", thumbnail{draw.GlyphStyle{Color: ink, Radius: vg.Points(2.8), Shape: draw.CrossGlyph{}}})
	if drawn == 0 {
		p.X.Min, p.X.Max = -6, 0
		p.Title.Text += "\n(nothing was measured)"
	}
	p.Y.Tick.Marker = rowTicks(c.Instances)
	p.Y.Min, p.Y.Max = -0.7, float64(len(c.Instances))-0.3
	legendBeside(p)
	return save(p, path, 7.2*vg.Inch, vg.Length(len(c.Instances))*0.18*vg.Inch+1.2*vg.Inch)
}

// slowest returns the rows of the n instances on which some search took longest, and
// how many instances there are.
func slowest(rows []results.Row, n int) (some []results.Row, all int) {
	longest := map[string]float64{}
	for _, r := range rows {
		longest[r.ID()] = max(longest[r.ID()], r.Search)
	}
	if len(longest) <= n {
		return rows, len(longest)
	}
	ids := slices.Collect(maps.Keys(longest))
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(-cmp.Compare(longest[a], longest[b]), cmp.Compare(a, b)) })
	taken := map[string]bool{}
	for _, id := range ids[:n] {
		taken[id] = true
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r results.Row) bool { return !taken[r.ID()] }), len(ids)
}

// colourOf gives the variants of one algorithm, in whatever rule, one colour.
func colourOf(v solvers.Variant, all []solvers.Variant) color.Color {
	var algorithms []string
	for _, other := range all {
		if name := algorithm(other); !slices.Contains(algorithms, name) {
			algorithms = append(algorithms, name)
		}
	}
	return hue(slices.Index(algorithms, algorithm(v)))
}

func algorithm(v solvers.Variant) string { return strings.TrimSuffix(v.Name, "_"+string(v.Rule)) }

// points returns the places of solver k's marks: where it finished, and where it
// was stopped.
func points(c results.Comparison, k int, rows []results.Row) (finished, stopped plotter.XYs) {
	aside := (float64(k)/float64(len(c.Solvers)) - 0.5) * -0.5 // so that equal times can be told apart
	for i, id := range c.Instances {
		y := float64(len(c.Instances)-1-i) + aside
		cell := c.Cells[i][k]
		switch {
		case cell.Measured() && cell.Summary.Center > 0:
			finished = append(finished, plotter.XY{X: math.Log10(cell.Summary.Center), Y: y})
		case cell.Status == cover.Timeout:
			at := slices.IndexFunc(rows, func(r results.Row) bool {
				return r.ID() == id && r.Solver == c.Solvers[k] && r.Status == cover.Timeout
			})
			if spent := rows[at].Search; spent > 0 {
				stopped = append(stopped, plotter.XY{X: math.Log10(spent), Y: y})
			}
		}
	}
	return finished, stopped
}

func scatter(p *plot.Plot, points plotter.XYs, style draw.GlyphStyle) error {
	if len(points) == 0 {
		return nil
	}
	marks, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	marks.GlyphStyle = style
	p.Add(marks)
	return nil
}

// thumbnail draws a mark in the legend.
type thumbnail struct{ style draw.GlyphStyle }

func (t thumbnail) Thumbnail(c *draw.Canvas) { c.DrawGlyph(t.style, c.Center()) }

// rowTicks names the rows from the top.
type rowTicks []string

func (names rowTicks) Ticks(_, _ float64) []plot.Tick {
	var ticks []plot.Tick
	for k, name := range names {
		ticks = append(ticks, plot.Tick{Value: float64(len(names) - 1 - k), Label: name})
	}
	return ticks
}
