package chart

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"xcbench/cover"
	"xcbench/internal/rowstest"
	"xcbench/results"
	"xcbench/solvers"
)

// everySolver is a run of all solvers on ten sizes of eight families. A solver is stopped on the largest size.
func everySolver() results.Run {
	run := results.Run{Limit: 1, Classes: everyClass()}
	for f := range 8 {
		for size := range 10 {
			for k, v := range solvers.All() {
				row := results.Row{Family: fmt.Sprint("family", f), Name: fmt.Sprint(size), Solver: v.Name, Runs: 1,
					Status: cover.Solved, Search: 1e-6 * math.Pow(3, float64(size)) * float64(k+1)}
				if size == 9 && k%3 == 0 {
					row.Status, row.Search = cover.Timeout, 1
				}
				rowstest.Add(&run, row)
			}
		}
	}
	return run
}

func TestPlotsOfManySolversAndInstancesFitOnAPage(t *testing.T) {
	const page = 9.5 * vg.Inch
	for _, kind := range []string{"cactus", "times", "growth", "bars", "box", "profile"} {
		for _, narrow := range []bool{false, true} {
			f := figureOf(t, kind, Input{Runs: []results.Run{everySolver()}, Narrow: narrow})
			if _, h := f.size(); h > page {
				t.Errorf("%s, narrow %v: got a height of %.0f points, want at most %.0f", kind, narrow, h, page)
			}
		}
	}
}

// texts returns the texts that a figure draws, and where.
func texts(f *Figure) map[string]vg.Point {
	var record recorder.Canvas
	w, h := f.size()
	f.draw(draw.NewCanvas(&record, w, h))
	at := map[string]vg.Point{}
	for _, action := range record.Actions {
		if text, ok := action.(*recorder.FillString); ok {
			at[text.String] = text.Point
		}
	}
	return at
}

func TestTheHeadingOfStoppedSearchesIsAboveTheLabelsOfTheAxis(t *testing.T) {
	at := texts(figureOf(t, "times", Input{Runs: []results.Run{everySolver()}}))
	head, label := at[stoppedHead].Y, at["100 ms"].Y // the label at the bottom may be drawn first
	if label = max(label, at["10 ms"].Y); head == 0 || label == 0 || head < label+8 {
		t.Errorf("got the heading at a height of %.0f and labels at %.0f, want it 8 or more above", head, label)
	}
}

func TestGrowthHasOneLegendInTheTileThatPlotsLeaveFree(t *testing.T) {
	run := everySolver()
	rows := run.Rows.Where(func(r results.Row) bool { return r.Family < "family5" }) // five plots
	f := figureOf(t, "growth", Input{Runs: []results.Run{{Rows: rows, Classes: run.Classes}}})
	if len(f.keys) != len(solvers.All()) {
		t.Errorf("got %d keys, want one for each of %d solvers", len(f.keys), len(solvers.All()))
	}
	w, h := f.size()
	at, last := texts(f), f.keys[len(f.keys)-1].text
	if x, y := at[last].X, at[last].Y; x < w/2 || y > h/3 || y < 0 {
		t.Errorf("got %s at %.0f, %.0f in a plot of %.0f by %.0f, want it in the last tile", last, x, y, w, h)
	}
	data := f.draw(draw.NewCanvas(&recorder.Canvas{}, w, h))
	for k, d := range data {
		if share := d.Size().X / (w / 2); share < 2.0/3 {
			t.Errorf("plot %d: got data on %.2f of its width, want two thirds or more", k, share)
		}
	}
}

func TestAPlotOfNothingSaysWhatToDo(t *testing.T) {
	run, late := study(), study()
	rowstest.EditAll(&late, func(_ int, r *results.Row) { r.Status = cover.Timeout })
	noLevels := study()
	noLevels.Profiles = []results.Profile{}
	for _, test := range []struct {
		kind string
		in   Input
		want string
	}{
		{"levels", Input{Runs: []results.Run{noLevels}}, "name the directory of a run"},
		{"cactus", Input{Runs: []results.Run{late}}, "longer --timeout"},
		{"box", Input{Runs: []results.Run{late}}, "longer --timeout"},
		{"bars", Input{Runs: []results.Run{run}, Solvers: []string{"bitset"}}, "measure two solvers"},
		{"growth", Input{Runs: []results.Run{late}}, "several sizes"},
	} {
		k, err := Find(test.kind)
		if err != nil {
			t.Fatal(err)
		}
		var empty *EmptyError
		if _, err := k.Draw(test.in); !errors.As(err, &empty) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got the error %v, want one with %q", test.kind, err, test.want)
		}
	}
}

func TestAnInstanceThatIsNotInTheResultsIsAnError(t *testing.T) {
	for _, k := range Kinds() {
		if k.OfTree() {
			continue
		}
		for id, want := range map[string]string{"queens/88": "did you mean queens/", "queens/8": "--filter"} {
			_, err := k.Draw(Input{Runs: []results.Run{study(), study()}, InstanceID: id, Base: "bitset"})
			var option *OptionError
			takes := slices.Contains([]string{"levels", "growth", "box"}, k.Name) && id == "queens/8"
			if !takes && (!errors.As(err, &option) || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s of %s: got the error %v, want one with %q", k.Name, id, err, want)
			}
		}
	}
}

func TestScatterCountsTheInstancesOfEachSide(t *testing.T) {
	run := results.Run{Limit: 9, Rows: results.RowsOf(append(timed("bitset", 1, 2, 3, 4), timed("naive", 2, 1, 4, 4)...))}
	f := figureOf(t, "scatter", Input{Runs: []results.Run{run}, Base: "bitset"})
	const want = "Above the diagonal bitset takes less, on 2 of 4; below it naive, on 1."
	if !slices.Contains(f.notes, want) {
		t.Errorf("got the notes %q, want %q", f.notes, want)
	}
}
