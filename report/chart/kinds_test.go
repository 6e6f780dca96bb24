package chart

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/internal/rowstest"
	"xcbench/results"
	"xcbench/solvers"
)

func TestScatterNeedsTwoSolvers(t *testing.T) {
	k, _ := Find("scatter")
	for _, c := range []struct {
		solvers []string
		base    string
		want    string
	}{
		{[]string{"bitset", "naive"}, "", "naive against bitset"},
		{nil, "bitset", "dlx_index against bitset"},
		{[]string{"naive"}, "bitset", "naive against bitset"},
		{[]string{"naive", "bitset"}, "bitset", "naive against bitset"},
		{nil, "", ""},
		{[]string{"naive"}, "", ""},
		{[]string{"naive"}, "naive", ""},
	} {
		f, err := k.Draw(Input{Runs: []results.Run{study()}, Solvers: c.solvers, Base: c.base})
		var option *OptionError
		if c.want == "" && !errors.As(err, &option) {
			t.Errorf("solvers %v, base %q: got error %v, want one that expects two solvers", c.solvers, c.base, err)
		}
		if c.want != "" && (err != nil || f.title != c.want) {
			t.Errorf("solvers %v, base %q: got %v, %v, want %q", c.solvers, c.base, f, err, c.want)
		}
	}
}

func TestScatterHasMarksForSevenFamiliesAndTheRest(t *testing.T) {
	families := map[string][]pairing{}
	for k := range 10 {
		families[fmt.Sprintf("f%d", k)] = make([]pairing, 10-k)
	}
	groups := grouped(families)
	delete(families, "f9")
	delete(families, "f8")
	if last := grouped(families)[7]; last.name != "f7 (3)" || !last.rest {
		t.Errorf("got the last group %+v, want the name of its one family", last)
	}
	if len(groups) != 8 || groups[0].name != "f0 (10)" || !groups[7].rest || groups[7].name != "other, 3 families (6)" {
		t.Errorf("got %d groups from %s to %s, want 8 from f0 (10) to other, 3 families (6)", len(groups),
			groups[0].name, groups[len(groups)-1].name)
	}
}

// canvas has a size, but nothing can be drawn on it.
func canvas(w, h vg.Length) draw.Canvas {
	return draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: w, Y: h}}}
}

func TestScatterHasNoValueForUnsolvedSearches(t *testing.T) {
	run := results.Run{Limit: 9, Rows: results.RowsOf(append(timed("bitset", 1, 2), timed("naive", 9, 3, 4)...))}
	rowstest.Edit(&run, 2, func(r *results.Row) { r.Status = "timeout" })
	f := figureOf(t, "scatter", Input{Runs: []results.Run{run}, Base: "bitset"})
	if got, want := fmt.Sprint(f.rows), "[[f 0 1  solved timeout] [f 1 2 3 solved solved]]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := f.spots[0].y; got != math.Log10(9) {
		t.Errorf("got the upper edge at %v, want the limit", got)
	}
	rowstest.Edit(&run, 2, func(r *results.Row) { r.Status = "crash" })
	f = figureOf(t, "scatter", Input{Runs: []results.Run{run}, Base: "bitset"})
	if got, want := f.spots[0].y, math.Log10(4)+0.3; got != want {
		t.Errorf("without a timeout: got the upper edge at %v, want %v, above all values", got, want)
	}
}

func TestScatterIsSquare(t *testing.T) {
	for _, narrow := range []bool{false, true} {
		f := figureOf(t, "scatter", Input{Runs: []results.Run{study()}, Base: "naive", Narrow: narrow})
		w, h := f.size()
		size := f.plot.DataCanvas(f.frame(canvas(w, h), false)).Size()
		if math.Abs(float64(size.X-size.Y)) > 0.01 || f.plot.X.Min != f.plot.Y.Min || f.plot.X.Max != f.plot.Y.Max {
			t.Errorf("narrow %v: got %v by %v, want a square with equal ranges", narrow, size.X, size.Y)
		}
	}
}

func TestECDFCountsUnsolvedInstances(t *testing.T) {
	run := results.Run{Limit: 9, Rows: results.RowsOf(timed("bitset", 1, 2, 3, 9))}
	rowstest.Edit(&run, 3, func(r *results.Row) { r.Status = "timeout" })
	want := "bitset,0.25,1,f/0\nbitset,0.5,2,f/1\nbitset,0.75,3,f/2"
	if got := data(t, "ecdf", Input{Runs: []results.Run{run}}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestProfileCountsInstancesByTheFactorToTheBestSolver(t *testing.T) {
	run := results.Run{Limit: 9, Rows: results.RowsOf(append(timed("bitset", 1, 2, 9, 9, 0.1), timed("naive", 4, 1, 1, 9, 2)...))}
	for k, status := range map[int]cover.Status{2: cover.Timeout, 3: cover.Timeout, 4: cover.Limit, 8: cover.Timeout} {
		rowstest.Edit(&run, k, func(r *results.Row) { r.Status = status })
	}
	in := Input{Runs: []results.Run{run}, Solvers: []string{"bitset", "naive"}}
	want := "bitset,0.2,1,f/0\nbitset,0.4,2,f/1\nnaive,0.2,1,f/1\nnaive,0.4,1,f/2\nnaive,0.6,1,f/4\nnaive,0.8,4,f/0"
	if got := data(t, "profile", in); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	f := figureOf(t, "profile", in)
	if notes := strings.Join(f.notes, " "); !strings.Contains(notes, "Nobody solved 1 instance.") {
		t.Errorf("got notes %q, want one on the instance that nobody solved", notes)
	}
}

func TestLabelsOfTicksDoNotOverlap(t *testing.T) {
	p := newPlot("", "")
	p.X.Min, p.X.Max = 0, 9
	p.X.Tick.Marker = logTicks{durations}
	for _, width := range []vg.Length{500, 200, 60} {
		end, labels := vg.Length(math.Inf(-1)), 0
		for _, tick := range thinned(p, canvas(width, 100)).Ticks(0, 9) {
			if tick.Label == "" {
				continue
			}
			labels++
			x, half := width*vg.Length(p.X.Norm(tick.Value)), p.X.Tick.Label.Width(tick.Label)/2
			if x-half < end {
				t.Errorf("width %v: label %q overlaps the label before", width, tick.Label)
			}
			end = x + half
		}
		if labels == 0 {
			t.Errorf("width %v: got no label", width)
		}
	}
}

func TestTicksBetweenPowersHaveTheUnitOfThePowers(t *testing.T) {
	for _, c := range []struct {
		digit float64
		power string
		want  string
	}{{2, durations(-2), "20 ms"}, {1.5, durations(-6), "1.5 µs"}, {5, english.PowerOfTen(5), "500k"}, {2, english.PowerOfTen(20),
		"2e20"}, {1.5, factors("").power(-2), "×0.015"}, {1, english.PowerOfTen(3), "1k"}, {5, factor(3), "×5k"}, {2, factor(1), "×20"}} {
		if got := timesPower(c.digit, c.power); got != c.want {
			t.Errorf("%v times %s: got %q, want %q", c.digit, c.power, got, c.want)
		}
	}
}

func TestNarrowRangesHaveTwoLabels(t *testing.T) {
	for _, width := range []float64{0.3, 0.5, 1, 2, 3, 9} {
		for low := -8.; low < 3; low += 0.37 {
			labels := 0
			for _, tick := range (nearTicks{durations}).Ticks(low, low+width) {
				if tick.Label != "" {
					labels++
				}
			}
			if labels < 2 {
				t.Errorf("from %v to %v: got %d labels, want 2", low, low+width, labels)
			}
		}
	}
}

func TestParallelFormsHaveTheColourOfTheirSolver(t *testing.T) {
	all := looks(everyClass())
	for _, v := range solvers.All() {
		if _, divisible := solvers.Find(v.Name + solvers.ParallelSuffix); !divisible {
			continue
		}
		one, many := all.of(v.Name), all.of(v.Name+solvers.ParallelSuffix)
		if many.color != one.color || reflect.DeepEqual(many.dashes, one.dashes) {
			t.Errorf("%s: got colour %v, dashes %v for its parallel form, want colour %v and other dashes than %v",
				v.Name, many.color, many.dashes, one.color, one.dashes)
		}
	}
}

// A representation of bitset is on no list, so its algorithm has no colour of its own.
func TestSolverWithoutALookHasTheColourOfItsAlgorithm(t *testing.T) {
	all := looks{}
	for _, v := range solvers.Representations() {
		all[v.Name] = bench.ClassOf(v)
		form, _ := solvers.Find(v.Name + solvers.ParallelSuffix)
		all[form.Name] = bench.ClassOf(form)
		if one, many := all.of(v.Name), all.of(form.Name); all[v.Name].Look != 0 || many.color != one.color {
			t.Errorf("%s: got look %d and the colours %v and %v, want no look and one colour", v.Name, all[v.Name].Look, one.color,
				many.color)
		}
	}
}

// Colours do not count: in a plot printed in grey, marks and dashes name the solvers.
func TestNoTwoSolversHaveTheSameMarkOrTheSameLine(t *testing.T) {
	all, names := looks{}, []string{}
	add := func(name string, class results.Class) { all[name], names = class, append(names, name) }
	for _, v := range slices.Concat(solvers.BuiltIn(), solvers.Representations()) {
		add(v.Name, bench.ClassOf(v))
		if form, ok := solvers.Find(v.Name + solvers.ParallelSuffix); ok {
			add(form.Name, bench.ClassOf(form))
		}
	}
	for k, engine := range []string{"dlx1", "kudu", "kaki", "minizinc", "js", "rust"} {
		add(engine, results.Class{Algorithm: engine, Rule: []cover.Rule{"mrv", "own", ""}[k%3], Counter: "links"})
	}
	all = all.settled(names)
	for k, a := range names {
		for _, b := range names[:k] {
			one, other := all.of(a), all.of(b)
			if reflect.DeepEqual(one.mark, other.mark) {
				t.Errorf("%s and %s: got the same mark, want another", a, b)
			}
			if slices.Equal(one.dashes, other.dashes) {
				t.Errorf("%s and %s: got the same dashes %v, want others", a, b, one.dashes)
			}
		}
	}
}

func TestAnEngineDoesNotTakeTheMarkOrColourOfASolverBesideIt(t *testing.T) {
	run := results.Run{Classes: everyClass()}
	for _, solver := range []string{"mine", "other", "bitset", "dlx_index", "cells", "naive", "lanes"} {
		rowstest.Add(&run, results.Row{Family: "f", Name: "a", Solver: solver, Runs: 1, Search: 1, Status: cover.Solved})
	}
	f := figureOf(t, "times", Input{Runs: []results.Run{run}})
	for k, one := range f.keys {
		for _, other := range f.keys[:k] {
			if one.glyph.Color == other.glyph.Color || reflect.DeepEqual(one.glyph.Shape, other.glyph.Shape) {
				t.Errorf("%s and %s: got the same colour or the same mark", one.text, other.text)
			}
		}
	}
}

func TestSamplesWithoutAValueInTheUnitAreLeftOutAndCounted(t *testing.T) {
	run := study()
	for k := range run.Rows.Len() {
		if k%5 != 0 { // the first of five samples has no value
			rowstest.Edit(&run, k, func(r *results.Row) {
				r.Costs = results.CostsOf(map[string]float64{results.CPUSeconds: 2 * run.Rows.At(k).Search})
			})
		}
	}
	f := figureOf(t, "times", Input{Runs: []results.Run{run}, Unit: results.CPUSeconds})
	if want := "Left out: 72 samples without a value in cpu-sec/op."; !slices.Contains(f.notes, want) {
		t.Errorf("got the notes %q, want one that says %s", f.notes, want)
	}
	for _, row := range f.rows {
		if row[3] == "0" {
			t.Errorf("got %v, want only measured values", row)
		}
	}
	if run.Rows.At(0).Costs != nil || run.Rows.Len() != study().Rows.Len() {
		t.Error("the input run has changed")
	}
	k, _ := Find("cactus")
	var empty *EmptyError
	if _, err := k.Draw(Input{Runs: []results.Run{study()}, Unit: results.PeakBytes}); !errors.As(err, &empty) {
		t.Errorf("got the error %v, want one that no row has the unit", err)
	}
	k, _ = Find("levels")
	if _, err := k.Draw(Input{Runs: []results.Run{run}, Unit: results.CPUSeconds}); err == nil ||
		err.Error() != "levels have no processor time, expected the unit nodes or updates" {
		t.Errorf("levels: got the error %v", err)
	}
}
