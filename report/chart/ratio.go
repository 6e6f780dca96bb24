package chart

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// ratioTicks labels an axis of decimal logarithms of ratios near 1. It shows about six ratios at
// round steps, or 1, 2 and 5 times each power of ten.
type ratioTicks struct{}

func (ratioTicks) Ticks(low, high float64) []plot.Tick {
	if high-low > 3 {
		return logTicks{factor}.Ticks(low, high)
	}
	from, to := math.Pow(10, low), math.Pow(10, high)
	step := roundStep(to-from, 0.001)
	var ticks []plot.Tick
	add := func(ratio float64) {
		if at := math.Log10(ratio); at >= low-1e-9 && at <= high+1e-9 {
			ticks = append(ticks, plot.Tick{Value: at, Label: "×" + strconv.FormatFloat(ratio, 'g', 4, 64)})
		}
	}
	if high-low > math.Log10(4) {
		for e := math.Floor(low); e <= high; e++ {
			for _, d := range []float64{1, 2, 5} {
				add(d * math.Pow(10, e))
			}
		}
		return ticks
	}
	for k := math.Ceil(from / step); k*step <= to; k++ {
		add(k * step)
	}
	return ticks
}

// shortRatio formats a ratio, given its decimal logarithm, with three digits. Only the ratio 1
// itself is written as 1.
func shortRatio(log float64) string {
	text := strconv.FormatFloat(math.Pow(10, log), 'g', 3, 64)
	if text == "1" && log != 0 {
		return "1.00"
	}
	return text
}

// exactRatio formats a ratio with seven digits, enough to show one update in a million.
func exactRatio(log float64) string { return strconv.FormatFloat(math.Pow(10, log), 'g', 7, 64) }
