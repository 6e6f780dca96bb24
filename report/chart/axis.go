package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"xcbench/internal/english"
	"xcbench/results"
)

// Axis is an axis of a panel. Coordinates are decimal logarithms on a logarithmic axis.
type Axis struct {
	Label     string
	Log       bool
	Low, High float64              // values that the axis has in any case; a logarithmic one ignores 0
	Form      func(float64) string // writes the value of a tick; the axis has whole numbers if nil
	Fixed     []Tick               // values with their texts, in place of round values
	Down      bool                 // 0 is at the top

	low, high float64 // the ends, in coordinates
	zero      float64 // the coordinate of 0 on a logarithmic axis that has it; else infinite
	most      int     // labels, about
}

// fit sets the ends for some values, with so much room beyond them, as a share. There are about so many labels.
func (a *Axis) fit(values []float64, most int, room float64) {
	a.low, a.high, a.zero, a.most = math.Inf(1), math.Inf(-1), math.Inf(1), most
	zeros := a.Log && slices.Contains(values, 0)
	if a.Low != a.High {
		values = append(slices.Clone(values), a.Low, a.High)
	}
	for _, v := range values {
		if !math.IsInf(v, 0) && !(a.Log && v <= 0) {
			a.low, a.high = min(a.low, a.at(v)), max(a.high, a.at(v))
		}
	}
	if a.low > a.high {
		a.low, a.high = 0, 1
	}
	if middle := (a.low + a.high) / 2; a.high-a.low < 1 {
		a.low, a.high = middle-0.5, middle+0.5
	}
	if zeros {
		a.zero = a.low - max(0.3, 0.08*(a.high-a.low))
		a.low = a.zero
	}
	room *= a.high - a.low
	a.low, a.high = a.low-room, a.high+room
}

// at returns the coordinate of a value.
func (a *Axis) at(v float64) float64 {
	switch {
	case math.IsInf(v, 0):
		return choose(v > 0, a.high, a.low)
	case a.Log && v <= 0:
		return choose(math.IsInf(a.zero, 0), a.low, a.zero)
	case a.Log:
		return math.Log10(v)
	case a.Down:
		return -v
	}
	return v
}

// write writes the value of a tick.
func (a *Axis) write(v float64) string {
	if a.Form == nil {
		return english.Thousands(int64(math.Round(v)))
	}
	return a.Form(v)
}

// norm returns the place of a value as a share of the axis.
func (a *Axis) norm(v float64) float64 { return (a.at(v) - a.low) / (a.high - a.low) }

// Tick is a place on an axis, with a text if it is one of the larger ones.
type Tick struct {
	Value float64
	Label string
}

// ticks returns the ticks.
func (a *Axis) ticks() (ticks []Tick) {
	low, high := a.low, a.high
	add := func(v float64, label string) {
		if at := a.at(v); at >= low-1e-9 && at <= high+1e-9 {
			ticks = append(ticks, Tick{v, label})
		}
	}
	switch {
	case a.Fixed != nil:
		for _, t := range a.Fixed {
			add(t.Value, t.Label)
		}
		return ticks
	case !a.Log:
		step := roundStep(high-low, choose(a.Form == nil, 1, 0.1), a.most)
		for v := math.Ceil(low/step) * step; v <= high; v += step {
			add(math.Abs(v), a.write(math.Abs(v))) // downwards, coordinates are negative
		}
		return ticks
	}
	if !math.IsInf(a.zero, 0) {
		add(0, "0")
		low = a.zero + 0.2
	}
	labels, every := []float64{1, 2, 5}, 1+int(high-low)/a.most
	if 3*(high-low) > float64(a.most) {
		labels = labels[:1]
	}
	for e := int(math.Floor(low)); e <= int(math.Ceil(high)); e++ {
		for d := 1.; d < 10; d++ {
			v := d * math.Pow10(e)
			add(v, choose(slices.Contains(labels, d) && e%every == 0, a.write(v), ""))
		}
	}
	return ticks
}

// roundStep returns a round step that is at least least. At most so many of them fit into the width.
func roundStep(width, least float64, most int) float64 {
	step := least
	for k := 0; width/step > float64(most); k++ {
		step *= []float64{2, 2.5, 2}[k%3] // 1 2 5 10 ...
	}
	return step
}

// formOf returns how the values of a unit are written.
func formOf(u results.Unit) func(float64) string {
	switch u.Form {
	case results.AsDuration:
		return english.ShortDuration
	case results.AsBytes:
		return func(v float64) string { return short(v) + "B" }
	}
	return short
}

// short writes a number with at most three digits: 0.015, 999, 1.23k, 12.3k, 1M, 1e15.
func short(v float64) string {
	k := 0
	for ; v >= 999.5 && v < 1e15 && k < 4; k++ {
		v /= 1000
	}
	return strings.Replace(strconv.FormatFloat(v, 'g', 3, 64), "e+", "e", 1) + []string{"", "k", "M", "G", "T"}[k]
}

// factor writes a ratio: ×0.1, ×1, ×10, ×1k.
func factor(v float64) string { return "×" + short(v) }

// percent writes a share.
func percent(v float64) string { return strconv.Itoa(int(math.Round(100*v))) + "%" }

// amount returns the unit as it follows "a": "search time", "number of nodes".
func amount(u results.Unit) string {
	return choose(u.Form == results.AsCount, "number of "+u.Word, u.Word)
}

// capital returns the text with its first letter in upper case.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// choose returns yes if the condition holds, and no otherwise.
func choose[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}
