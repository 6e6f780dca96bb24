package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchunit"
	"gonum.org/v1/plot"

	"xcbench/internal/english"
	"xcbench/results"
)

// gonum's logarithmic axis panics at zero and leaves a blank band beside the label. So plots draw
// logarithms on a linear axis with these ticks.

// logTicks labels an axis of decimal logarithms.
type logTicks struct{ label func(exponent int) string }

func (t logTicks) Ticks(low, high float64) []plot.Tick {
	first, last := int(math.Floor(low)), int(math.Ceil(high))
	step := 1 + int(high-low)/9
	var ticks []plot.Tick
	for e := first; e <= last; e++ {
		if v := float64(e); v >= low-1e-9 && v <= high+1e-9 {
			tick := plot.Tick{Value: v}
			if e%step == 0 {
				tick.Label = t.label(e)
			}
			ticks = append(ticks, tick)
		}
		for d := 2.; d < 10 && step == 1; d++ {
			if v := float64(e) + math.Log10(d); v > low && v < high {
				ticks = append(ticks, plot.Tick{Value: v})
			}
		}
	}
	return ticks
}

// everyNth keeps each n-th label, from the first one on. It also returns how many there were.
func everyNth(ticks []plot.Tick, n int) (kept []plot.Tick, labels int) {
	kept = slices.Clone(ticks)
	for k, tick := range kept {
		if tick.IsMinor() {
			continue
		}
		if labels%n != 0 {
			kept[k].Label = ""
		}
		labels++
	}
	return kept, labels
}

// roundStep returns a round step that is at least least. At most seven of them fit into the width.
func roundStep(width, least float64) float64 {
	step := least
	for k := 0; width/step > 7; k++ {
		step *= []float64{2, 2.5, 2}[k%3] // 1 2 5 10 ...
	}
	return step
}

// counts labels a linear axis of whole numbers with about six labels.
type counts struct{}

func (counts) Ticks(low, high float64) []plot.Tick {
	step := roundStep(high-low, 1)
	var ticks []plot.Tick
	for v := math.Ceil(low/step) * step; v <= high; v += step {
		ticks = append(ticks, plot.Tick{Value: v, Label: english.Thousands(int64(math.Round(v)))})
	}
	return ticks
}

// durations writes 1 µs, 10 µs, ... 1 s.
func durations(e int) string {
	units := []string{"ns", "µs", "ms", "s"}
	k := (e + 9) / 3
	if e >= 0 && e < 5 {
		return "1" + strings.Repeat("0", e) + " s"
	}
	if e < -9 || k >= len(units) {
		return fmt.Sprintf("1e%d s", e)
	}
	return "1" + strings.Repeat("0", (e+9)%3) + " " + units[k]
}

// scale says how the values of a unit are drawn and written.
type scale struct {
	axis  string // the label of the axis
	power func(exponent int) string
	value func(float64) string
}

// scaleOf returns the scale of a unit.
func scaleOf(unit string) scale {
	u, _ := results.FindUnit(unit)
	switch u.Form {
	case results.AsDuration:
		return scale{u.Axis, durations, english.ShortDuration}
	case results.AsBytes:
		return scale{u.Axis, func(e int) string { return english.PowerOfTen(e) + "B" }, byteSize}
	}
	return scale{u.Axis, english.PowerOfTen, english.Whole}
}

// positive says what a search must have to appear on a logarithmic axis.
func positive(u results.Unit) string {
	return choose(u.Form == results.AsCount, u.Word, "a "+u.Word+" above 0")
}

// amount returns the unit as it follows "a": "time", "number of nodes".
func amount(u results.Unit) string {
	return choose(u.Form == results.AsCount, "number of "+u.Word, u.Word)
}

// capital returns the text with its first letter in upper case.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// byteSize writes a size with about three digits, as 12.3MB.
func byteSize(n float64) string { return benchunit.Scale(n, benchunit.Decimal) + "B" }

// log returns the decimal logarithm. It reports false for values without a place on a logarithmic
// axis, such as zero.
func log(v float64) (float64, bool) {
	if v <= 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, false
	}
	return math.Log10(v), true
}
