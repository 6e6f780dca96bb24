package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/internal/rowstest"
	"xcbench/results"
)

func TestUnknownSolversHaveLooksOfTheirOwn(t *testing.T) {
	run := results.Run{Label: "foreign", Classes: everyClass()}
	names := []string{"naive", "mine", "yours", "theirs", "ours", "dlx_cpp", "sat4j", "tdoku"}
	for _, solver := range names {
		rowstest.Add(&run, results.Row{Family: "f", Name: "a", Solver: solver, Runs: 1, Search: 1,
			Status: cover.Solved})
	}
	for solver := range run.Classes {
		rowstest.Add(&run, results.Row{Family: "f", Name: "a", Solver: solver, Runs: 1, Search: 1,
			Status: cover.Solved})
	}
	in := Input{Runs: []results.Run{run}}
	if err := in.resolve(Kind{}); err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, solver := range names {
		s := in.looks.of(solver)
		look := fmt.Sprint(s.color, s.dashes)
		if other := seen[look]; other != "" {
			t.Errorf("%s: got the look of %s, want one of its own", solver, other)
		}
		seen[look] = solver
	}
}

func TestAnUnknownSolverTakesAColourThatNoOtherHas(t *testing.T) {
	shades := map[string]string{}
	l := looks(everyClass()).settled([]string{"dlx_index", "bitset", "mine", "yours", "theirs"})
	for _, solver := range []string{"dlx_index", "bitset", "mine", "yours", "theirs"} {
		shade := fmt.Sprint(l.of(solver).color)
		if shades[shade] != "" {
			t.Errorf("%s: got the colour of %s, want another", solver, shades[shade])
		}
		shades[shade] = solver
	}
}

// The others of a large run take no colours away from the solvers that are drawn.
func TestDrawnSolversHaveColoursOfTheirOwn(t *testing.T) {
	run := results.Run{}
	for k := range 3 * len(palette) {
		rowstest.Add(&run, results.Row{Family: "queens", Name: "8", Solver: fmt.Sprint("mine", k),
			Status: cover.Solved, Runs: 1, Search: 1})
	}
	in := Input{Runs: []results.Run{run}, Unit: results.Seconds}
	for k := range palette {
		in.Solvers = append(in.Solvers, run.Rows.At(3*k).Solver)
	}
	if err := in.resolve(Kind{}); err != nil {
		t.Fatal(err)
	}
	shades := map[string]string{}
	for _, solver := range in.Solvers {
		shade := fmt.Sprint(in.looks.of(solver).color)
		if shades[shade] != "" {
			t.Errorf("%s: got the colour of %s, want another", solver, shades[shade])
		}
		shades[shade] = solver
	}
}

func TestAnAxisOfLessThanADecadeHasMoreThanTwoLabels(t *testing.T) {
	for _, reach := range []span{{0, 0.9, true}, {0, 1.05, true}, {0.2, 0.4, true}, {0.6, 1.7, true}, {0.05, 2.35, true},
		{2.9, 5.1, true}, {0, 6.9, true}} {
		p := newPlot("", "")
		withinPowers(&p.Y, reach)
		offFrame(p)
		if _, labels := everyNth(nearTicks{english.PowerOfTen}.Ticks(p.Y.Min, p.Y.Max), 1); labels < 3 || labels > 9 {
			t.Errorf("10^%g to 10^%g: got %d labels, want 3 to 9", reach.low, reach.high, labels)
		}
	}
	run := study()
	run.Profiles = []results.Profile{{Family: "queens", Name: "8", Solver: "dlx_index",
		Levels: []cover.Level{{Nodes: 1, Updates: 2}, {Nodes: 8, Updates: 9}}}}
	for _, p := range figureOf(t, "levels", Input{Runs: []results.Run{run}, InstanceID: "queens/8"}).panels() {
		if _, labels := everyNth(p.plot.Y.Tick.Marker.Ticks(p.plot.Y.Min, p.plot.Y.Max), 1); labels < 3 {
			t.Errorf("%s: got %d labels, want 3 or more", p.plot.Title.Text, labels)
		}
	}
}

func TestCurvesAndMarksKeepOffTheFrame(t *testing.T) {
	for _, g := range golden {
		if !slices.Contains([]string{"cactus", "ecdf", "profile", "levels", "growth", "scatter"}, g.kind) {
			continue
		}
		for _, p := range figureOf(t, g.kind, g.in).panels() {
			for _, s := range p.spots {
				x, y := p.plot.X.Norm(s.x), p.plot.Y.Norm(s.y)
				if min(x, y, 1-x, 1-y) < 0.01 {
					t.Errorf("%s: %s: got a point at %.3f of the width and %.3f of the height, want it off the frame",
						g.name, s.text, x, y)
				}
			}
		}
	}
}

// drawnAt returns the places of the corners of all lines that a plotter draws.
func drawnAt(what plot.Plotter, p *plot.Plot) (lines [][]vg.Point) {
	var record recorder.Canvas
	what.Plot(draw.NewCanvas(&record, 100, 100), p)
	for _, action := range record.Actions {
		if stroke, ok := action.(*recorder.Stroke); ok {
			var line []vg.Point
			for _, part := range stroke.Path {
				line = append(line, part.Pos)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

func TestLinesOnEachOtherTakeTurnsAndStayOnTheirValues(t *testing.T) {
	p := newPlot("", "")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 3, 0, 3
	s := &strands{}
	line := draw.LineStyle{Color: ink, Width: lineWidth}
	values := []plotter.XYs{{{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 2, Y: 1}, {X: 3, Y: 3}}, {{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 2, Y: 1}, {X: 3, Y: 0}}}
	for _, v := range values {
		s.add(v, line, draw.GlyphStyle{})
	}
	var record recorder.Canvas
	s.Plot(draw.NewCanvas(&record, 100, 100), p)
	var offsets []vg.Length
	for _, action := range record.Actions {
		switch a := action.(type) {
		case *recorder.SetLineDash:
			if len(a.Dashes) > 0 {
				offsets = append(offsets, a.Offsets)
				if !slices.Equal(a.Dashes, []vg.Length{turn, turn}) {
					t.Errorf("got dashes %v, want turns of two lines", a.Dashes)
				}
			}
		case *recorder.Stroke:
			for _, corner := range a.Path {
				at := plotter.XY{X: math.Round(float64(corner.Pos.X) * 0.03), Y: math.Round(float64(corner.Pos.Y) * 0.03)}
				on := vg.Point{X: vg.Length(at.X) * 100 / 3, Y: vg.Length(at.Y) * 100 / 3}
				if math.Hypot(float64(corner.Pos.X-on.X), float64(corner.Pos.Y-on.Y)) > 1e-9 {
					t.Errorf("got a corner at %v, want it on a value", corner.Pos)
				}
			}
		}
	}
	if len(offsets) != 2 || math.Mod(float64(offsets[0]-offsets[1]), float64(2*turn)) == 0 {
		t.Errorf("got dashes that begin at %v, want one line in the gaps of the other", offsets)
	}
}

func TestLongLinesHaveSomeMarksAndShortLinesAll(t *testing.T) {
	p := newPlot("", "")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 100, 0, 1
	for _, n := range []int{2, 10, 100} {
		count := &counted{}
		s := &strands{}
		points := make(plotter.XYs, n)
		for k := range points {
			points[k].X = float64(k)
		}
		s.add(points, draw.LineStyle{}, draw.GlyphStyle{Shape: count})
		s.Plot(draw.NewCanvas(&recorder.Canvas{}, 100, 100), p)
		if n <= 10 && count.marks != n || n > mostMarks && (count.marks < 5 || count.marks > mostMarks) {
			t.Errorf("got %d marks on a line of %d points, want all of 10, or 5 to %d", count.marks, n, mostMarks)
		}
	}
	count := &counted{}
	bundle{{points: plotter.XYs{{X: 0, Y: 0}, {X: 100, Y: 1}}, mark: draw.GlyphStyle{Shape: count}}}.
		Plot(draw.NewCanvas(&recorder.Canvas{}, 300, 200), p)
	if count.marks < 3 || count.marks > 9 {
		t.Errorf("got %d marks on stairs, want some", count.marks)
	}
}

// counted is a mark that counts how often it is drawn.
type counted struct{ marks int }

func (c *counted) DrawGlyph(*draw.Canvas, draw.GlyphStyle, vg.Point) { c.marks++ }

func TestSizesWithoutDataAreAGap(t *testing.T) {
	series := func(all ...int) (s sizes) {
		for line, n := range all {
			s.members = append(s.members, member{line, n})
		}
		return s
	}
	for _, test := range []struct {
		series sizes
		line   []int
		want   string
	}{
		{series(1, 4, 5, 6, 7), []int{1, 4, 5, 6, 7}, "1 4"},   // 2 and 3 are not in the run
		{series(4, 5, 6, 7, 8), []int{4, 5, 7, 8}, "2 2"},      // 6 was not solved
		{series(4, 6, 8, 10), []int{4, 6, 8, 10}, "4"},         // the sizes are even
		{series(10, 20, 50, 100), []int{10, 20, 50, 100}, "4"}, // the sizes are irregular
		{series(10, 20, 50, 100), []int{10, 50, 100}, "1 2"},   // 20 was not solved
		{series(7), []int{7}, "1"},
	} {
		var line plotter.XYs
		for _, n := range test.line {
			line = append(line, plotter.XY{X: float64(n)})
		}
		var parts []string
		for _, part := range test.series.unbroken(line) {
			parts = append(parts, fmt.Sprint(len(part)))
		}
		if got := strings.Join(parts, " "); got != test.want {
			t.Errorf("%v of %v: got parts of %s sizes, want %s", test.line, test.series, got, test.want)
		}
	}
}

func TestLeadersOfShortLinesDoNotCrossOthers(t *testing.T) {
	l := &endLabels{}
	line := draw.LineStyle{Color: ink, Width: lineWidth}
	l.add("whole", 3, 1, line, draw.GlyphStyle{})
	l.add("short", 1, 2, line, draw.GlyphStyle{})
	p := newPlot("", "")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 3, 0, 3
	leaders := 0
	for _, got := range drawnAt(l, p) {
		if len(got) == 2 && got[0].Y != got[1].Y || got[0].X < 100 {
			t.Errorf("got a leader from %v, want none from the middle", got[0])
		} else if got[0].X < 102 {
			leaders++
		}
	}
	if leaders != 1 {
		t.Errorf("got %d leaders from the end, want 1", leaders)
	}
}

func TestCactusByUpdatesNamesItsCounterClasses(t *testing.T) {
	const want = "Compare updates within a counter class only: links (dlx_index, dlx_index_first); options (bitset); " +
		"entries (naive)."
	for _, kind := range []string{"cactus", "ecdf", "profile", "growth"} {
		f := figureOf(t, kind, Input{Runs: []results.Run{study()}, Unit: results.Updates})
		if !slices.Contains(f.notes, want) {
			t.Errorf("%s: got the notes %q, want %q", kind, f.notes, want)
		}
	}
	f := figureOf(t, "cactus", Input{Runs: []results.Run{study()}, Unit: results.Updates,
		Solvers: []string{"dlx_index", "dlx_index_first"}})
	if len(f.notes) > 0 && strings.Contains(strings.Join(f.notes, " "), "class") {
		t.Errorf("got the notes %q for one class, want none about classes", f.notes)
	}
}
