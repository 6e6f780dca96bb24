package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/internal/english"
	"xcbench/results"
)

// Axis is an axis of a panel.
type Axis struct {
	Label     string
	Log       bool
	Low, High float64              // values that the axis has in any case; a logarithmic one ignores 0
	Exact     bool                 // Low and High are the ends of the axis
	Form      func(float64) string // writes the value of a tick; the axis has whole numbers if nil
	Ticks     []Tick               // in place of round values
	Down      bool                 // 0 is at the top
}

// Tick is a place on an axis with a text.
type Tick struct {
	At    float64
	Label string
}

// fitted is an axis with its range. Coordinates are decimal logarithms on a logarithmic axis: gonum's
// own logarithmic axis panics at zero and leaves a blank band beside the label.
type fitted struct {
	Axis
	low, high float64 // coordinates
	zero      float64 // the coordinate of 0 on a logarithmic axis that has it; else infinite
}

// fit returns the axis with the range of some values.
func (a Axis) fit(values []float64) fitted {
	f := fitted{Axis: a, low: math.Inf(1), high: math.Inf(-1), zero: math.Inf(1)}
	zeros := a.Log && slices.Contains(values, 0)
	if a.Exact {
		values = nil
	}
	if a.Low != a.High {
		values = append(slices.Clone(values), a.Low, a.High)
	}
	for _, v := range values {
		if math.IsInf(v, 0) || a.Log && v <= 0 {
			continue
		}
		v = f.at(v)
		f.low, f.high = min(f.low, v), max(f.high, v)
	}
	if f.low > f.high {
		f.low, f.high = 0, 1
	}
	if a.Exact {
		return f
	}
	if least := choose(a.Log, 0.5, 1); f.high-f.low < least {
		f.low, f.high = (f.low+f.high-least)/2, (f.low+f.high+least)/2
	}
	if zeros {
		f.zero = f.low - max(0.3, 0.08*(f.high-f.low))
		f.low = f.zero
	}
	room := 0.03 * (f.high - f.low) // curves and marks at the ends are off the frame
	f.low, f.high = f.low-room, f.high+room
	return f
}

// at returns the coordinate of a value.
func (f *fitted) at(v float64) float64 {
	switch {
	case math.IsInf(v, 0):
		return choose(v > 0, f.high, f.low)
	case f.Log && v <= 0:
		return choose(math.IsInf(f.zero, 0), f.low, f.zero)
	case f.Log:
		return math.Log10(v)
	case f.Down:
		return -v
	}
	return v
}

// write writes the value of a tick.
func (a Axis) write(v float64) string {
	if a.Form == nil {
		return english.Thousands(int64(math.Round(v)))
	}
	return a.Form(v)
}

// marker makes the ticks of an axis for gonum.
type marker struct{ fitted }

func (m marker) Ticks(low, high float64) (ticks []plot.Tick) {
	add := func(at float64, label string) {
		if at >= low-1e-9 && at <= high+1e-9 {
			ticks = append(ticks, plot.Tick{Value: at, Label: label})
		}
	}
	switch {
	case m.Axis.Ticks != nil:
		for _, t := range m.Axis.Ticks {
			add(m.at(t.At), t.Label)
		}
		return ticks
	case !m.Log:
		step := roundStep(high-low, choose(m.Form == nil, 1, 0.1))
		for v := math.Ceil(low/step) * step; v <= high; v += step {
			add(v, m.write(math.Abs(v)))
		}
		return ticks
	}
	if !math.IsInf(m.zero, 0) {
		add(m.zero, "0")
		low = m.zero + 0.2
	}
	width := high - low
	if width < 0.7 { // round values as on a linear axis
		from, to := math.Pow(10, low), math.Pow(10, high)
		step := roundStep(to-from, math.Pow(10, math.Floor(math.Log10(to-from))-1))
		for v := math.Ceil(from/step) * step; v <= to; v += step {
			add(math.Log10(v), m.write(v))
		}
		return ticks
	}
	labels, every := []float64{1, 2, 5}, 1+int(width)/9
	if width > 2.2 {
		labels = labels[:1]
	}
	for e := int(math.Floor(low)); e <= int(math.Ceil(high)); e++ {
		for d := 1.; d < 10; d++ {
			if at := float64(e) + math.Log10(d); at >= low {
				add(at, choose(slices.Contains(labels, d) && e%every == 0, m.write(d*math.Pow10(e)), ""))
			}
		}
	}
	return ticks
}

// roundStep returns a round step that is at least least. At most seven of them fit into the width.
func roundStep(width, least float64) float64 {
	step := least
	for k := 0; width/step > 7; k++ {
		step *= []float64{2, 2.5, 2}[k%3] // 1 2 5 10 ...
	}
	return step
}

// thinned returns the ticks of the horizontal axis, with so few labels that none overlap.
func thinned(p *plot.Plot, data draw.Canvas) plot.Ticker {
	ticks := p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max)
	var labels []*plot.Tick
	widest := vg.Length(0)
	for k := range ticks {
		if t := &ticks[k]; !t.IsMinor() {
			labels, widest = append(labels, t), max(widest, p.X.Tick.Label.Width(t.Label)+8)
		}
	}
	step := 1 + int(widest*vg.Length(len(labels)-1)/data.Size().X)
	for k, t := range labels {
		t.Label = choose(k%step == 0, t.Label, "")
	}
	return plot.ConstantTicks(ticks)
}

// tickForm returns how the values of a unit are written at an axis, and valueForm how they are written
// in a text.
func tickForm(u results.Unit) func(float64) string {
	switch u.Form {
	case results.AsDuration:
		return english.ShortDuration
	case results.AsBytes:
		return func(v float64) string { return short(v) + "B" }
	}
	return short
}

func valueForm(u results.Unit) func(float64) string {
	return choose(u.Form == results.AsCount, english.Whole, tickForm(u))
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
