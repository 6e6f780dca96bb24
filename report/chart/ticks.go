package chart

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/internal/english"
)

// nearTicks labels an axis of decimal logarithms. If it has few powers of ten, it also labels
// values between them.
type nearTicks struct{ label func(exponent int) string }

func (t nearTicks) Ticks(low, high float64) []plot.Tick {
	digits := []float64{1, 2, 5}
	switch width := high - low; {
	case width > 2.2:
		ticks := logTicks(t).Ticks(low, high)
		if _, labels := everyNth(ticks, 1); labels > 2 {
			return ticks
		}
	case width < 0.4:
		digits = []float64{1, 1.2, 1.5, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9}
	case width < 1:
		digits = []float64{1, 1.5, 2, 3, 5, 7}
	}
	var ticks []plot.Tick
	for e := int(math.Floor(low)); e <= int(math.Ceil(high)); e++ {
		for _, d := range digits {
			if v := float64(e) + math.Log10(d); v >= low-1e-9 && v <= high+1e-9 {
				ticks = append(ticks, plot.Tick{Value: v, Label: timesPower(d, t.label(e))})
			}
		}
	}
	return ticks
}

// timesPower multiplies a power of ten that is already a text, as 2 and "10 ms" to "20 ms".
func timesPower(d float64, power string) string {
	number, isFactor := strings.CutPrefix(power, "×")
	unit := strings.TrimLeft(number, "0123456789.")
	n, err := strconv.ParseFloat(strings.TrimSuffix(number, unit), 64)
	if err != nil {
		return ""
	}
	return choose(isFactor, "×", "") + strconv.FormatFloat(d*n, 'g', 4, 64) + unit
}

// factors returns the scale of an axis of ratios.
func factors(axis string) scale {
	return scale{axis, factor, func(v float64) string { return "×" + strconv.FormatFloat(v, 'g', 3, 64) }}
}

// factor writes ×0.01, ×0.1, ×1, ×10, ... ×1k.
func factor(e int) string {
	if e > -4 && e < 0 {
		return "×" + strconv.FormatFloat(math.Pow10(e), 'g', 3, 64)
	}
	return "×" + english.PowerOfTen(e)
}

// wide returns a range at least as wide as least, with the given range in its middle.
func wide(low, high, least float64) (float64, float64) {
	if more := (least - (high - low)) / 2; more > 0 {
		return low - more, high + more
	}
	return low, high
}

// shares labels an axis from 0 to 1 with percentages.
type shares struct{}

func (shares) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for k := 0; k <= 100; k += 20 {
		ticks = append(ticks, plot.Tick{Value: float64(k) / 100, Label: strconv.Itoa(k) + "%"})
	}
	return ticks
}

// thinned returns the ticks of the horizontal axis, with so few labels that none overlap.
func thinned(p *plot.Plot, data draw.Canvas) plot.Ticker {
	ticks := p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max)
	for step := 1; ; step++ {
		kept, labels := everyNth(ticks, step)
		end, fits := vg.Length(math.Inf(-1)), true
		for _, tick := range kept {
			if tick.IsMinor() {
				continue
			}
			x, half := data.X(p.X.Norm(tick.Value)), p.X.Tick.Label.Width(tick.Label)/2
			fits = fits && x-half > end+5
			end = x + half
		}
		if fits || step >= labels {
			return plot.ConstantTicks(kept)
		}
	}
}
