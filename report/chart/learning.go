package chart

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/internal/english"
)

// proofKinds are the kinds that draw what a search learned, from its proof.
var proofKinds = []Kind{{"learning", "the clauses that a search learned: length, number, restarts", learning}}

// OfProof reports whether the kind draws a proof instead of results.
func (k Kind) OfProof() bool { return k.Name == proofKinds[0].Name }

// mostWindows is how many points the lines of the kind learning have.
const mostWindows = 150

// learning draws the lengths of learned clauses, and how many are kept, against the number of clauses
// learned. Each conflict teaches one clause, so that this is a time in conflicts. A band has the
// lengths between the first and the last tenth. Ticks are restarts.
func learning(in Input) (*Figure, error) {
	h := in.Proof
	if h == nil {
		return nil, optionf("no proof, expected one")
	}
	if len(h.Lengths) == 0 || h.Complete && len(h.Lengths) == 1 {
		return nil, nothing("the search learned nothing", "record a longer one with 'xcbench solve --proof FILE INSTANCE'")
	}
	f := &Figure{title: "Learned clauses", head: []string{"learned", "shortest_tenth", "median", "longest_tenth", "kept"}}
	if h.Name != "" {
		f.title += " of " + h.Name
	}
	lengths, kept := panel{plot: newPlot("clauses learned", "")}, panel{plot: newPlot("clauses learned", "")}
	lengths.plot.Title.Text, kept.plot.Title.Text = "literals in a clause", "clauses kept"
	var line, number plotter.XYs
	band := area{color: mixed(white, hue(0), 0.3)}
	var height, most span
	windows := min(mostWindows, len(h.Lengths))
	for k := range windows {
		from, to := k*len(h.Lengths)/windows, (k+1)*len(h.Lengths)/windows
		window, left := slices.Sorted(slices.Values(h.Lengths[from:to])), int(h.Kept[to-1])
		tenth, half := len(window)/10, len(window)/2
		low, middle, high := int(window[tenth]), int(window[half]), int(window[len(window)-1-tenth])
		f.row(to, low, middle, high, left)
		x := float64(from+to) / 2
		number = append(number, plotter.XY{X: float64(to), Y: float64(left)})
		most.take(float64(left))
		kept.point(float64(to), float64(left), fmt.Sprintf("%s kept after %s learned",
			english.GroupedCount(left, "clause"), english.Thousands(int64(to))))
		bottom, _ := log(float64(max(low, 1)))
		y, _ := log(float64(max(middle, 1)))
		top, _ := log(float64(max(high, 1)))
		line = append(line, plotter.XY{X: x, Y: y})
		band.lower, band.upper = append(band.lower, plotter.XY{X: x, Y: bottom}), append(band.upper, plotter.XY{X: x, Y: top})
		height.take(bottom)
		height.take(top)
		lengths.point(x, y, fmt.Sprintf("clauses %s to %s: half have up to %s", english.Thousands(int64(from+1)),
			english.Thousands(int64(to)), english.GroupedCount(middle, "literal")))
	}
	look := draw.LineStyle{Color: hue(0), Width: lineWidth}
	lengths.plot.Add(band, rug(h.Restarts))
	curve(lengths.plot, line, look, draw.GlyphStyle{})
	curve(kept.plot, number, look, draw.GlyphStyle{})
	most.take(0)
	withinPowers(&lengths.plot.Y, height)
	within(&kept.plot.Y, most, 1)
	lengths.plot.Y.Tick.Marker, kept.plot.Y.Tick.Marker = nearTicks{english.PowerOfTen}, counts{}
	for _, p := range []*panel{&lengths, &kept} {
		within(&p.plot.X, span{high: float64(len(h.Lengths))}, 1)
		p.plot.X.Tick.Marker = counts{}
		offFrame(p.plot)
		f.add(p)
	}
	f.note(fmt.Sprintf("%s learned; %s.", english.GroupedCount(len(h.Lengths), "clause"), english.GroupedCount(len(h.Restarts), "restart")))
	f.note("Line: median length; band: without the shortest and the longest tenth; ticks: restarts.")
	if !h.Complete {
		f.note("Incomplete: the search stopped at a limit, or at a solution.")
	}
	return f, nil
}

// rug has a tick at the bottom of a plot for each number.
type rug []int

// Plot draws the ticks. Of those at one place of a screen only the first is drawn.
func (r rug) Plot(c draw.Canvas, p *plot.Plot) {
	toX, _ := p.Transforms(&c)
	last := c.Min.X - 1
	for _, v := range r {
		x := toX(float64(v))
		if x-last < thin {
			continue
		}
		last = x
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: thin}, x, c.Min.Y, x, c.Min.Y+vg.Points(5))
	}
}
