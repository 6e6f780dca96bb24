package chart

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"

	"xcbench/results"
)

// A width in millimetres is the width of the written figure, whatever the size of its text. Half a page
// is laid out as one column.
func TestAWidthInMillimetresIsThatOfTheFigure(t *testing.T) {
	for _, mm := range []float64{60, 84, 127, 174} {
		for _, font := range []float64{0, 8, 12} {
			f := figureOf(t, "cactus", Input{Runs: []results.Run{everySolver()}, Width: mm, FontSize: font})
			w, _ := f.size()
			if got := float64(w*vg.Length(f.zoom)) / float64(vg.Millimeter); math.Abs(got-mm) > 1e-6 || f.narrow != (mm < 127) {
				t.Errorf("%g mm, font %g: got %g mm, narrow %v", mm, font, got, f.narrow)
			}
		}
	}
	kind, err := Find("cactus")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kind.Draw(Input{Runs: []results.Run{everySolver()}, Width: 5}); err == nil ||
		err.Error() != "a width of 5 mm, expected 60 to 400, as in --width 84mm" {
		t.Errorf("got %v, want that the width is too small", err)
	}
}
