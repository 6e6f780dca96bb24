package chart

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers/estimate"
)

// A Band is an estimate of the levels of one search tree, for the kind levels. It is drawn as a line
// with a band for the intervals.
type Band struct {
	Name   string
	Levels []estimate.Level
}

// estimated returns the estimate of a level in a unit of levels.
func estimated(l estimate.Level, unit results.Unit) estimate.Quantity {
	if unit.Name == results.Nodes {
		return l.Nodes
	}
	return l.Updates
}

// line returns the values of the band as a line of a plot of levels, rounded to whole numbers.
func (b *Band) line() levelLine {
	var levels []cover.Level
	for _, l := range b.Levels {
		levels = append(levels, cover.Level{Nodes: whole(l.Nodes.Value), Updates: whole(l.Updates.Value)})
	}
	style := draw.LineStyle{Color: muted, Width: lineWidth, Dashes: dashed}
	return levelLine{b.Name, b.Name, style, draw.GlyphStyle{}, levels}
}

// whole rounds a number to one that levels can have.
func whole(x float64) int64 { return int64(math.Round(min(x, math.MaxInt64/2))) }

// behind returns the area of the intervals. An interval that begins at 0 reaches down to a tenth of
// its value, as an axis of logarithms has no 0.
func (b *Band) behind(unit results.Unit) area {
	a := area{color: mixed(white, muted, 0.3)}
	for k, l := range b.Levels {
		at := estimated(l, unit)
		high, finite := log(at.High)
		low, positive := log(max(at.Low, at.Value/10))
		if finite && positive {
			a.upper = append(a.upper, plotter.XY{X: float64(k), Y: high})
			a.lower = append(a.lower, plotter.XY{X: float64(k), Y: low})
		}
	}
	return a
}

// reach returns the range of an axis that has the intervals too.
func (b *Band) reach(unit results.Unit, lines span) span {
	a := b.behind(unit)
	for k := range a.upper {
		lines.take(a.upper[k].Y)
		lines.take(a.lower[k].Y)
	}
	return lines
}

// area is the area between two lines.
type area struct {
	upper, lower plotter.XYs
	color        color.Color
}

// Plot fills the area.
func (b area) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	var corners []vg.Point
	for _, at := range b.upper {
		corners = append(corners, vg.Point{X: toX(at.X), Y: toY(at.Y)})
	}
	for k := range b.lower {
		at := b.lower[len(b.lower)-1-k]
		corners = append(corners, vg.Point{X: toX(at.X), Y: toY(at.Y)})
	}
	if len(corners) > 2 {
		c.FillPolygon(b.color, corners)
	}
}

// note says what the band is.
func (b *Band) note() string {
	return fmt.Sprintf("The band of the %s has the 95%% intervals.", b.Name)
}
