package report

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"xcbench/whole"
)

// Okabe and Ito's palette, which colour-blind people can tell apart, with black
// last because it is the loudest.
var palette = []color.Color{
	color.RGBA{0x00, 0x72, 0xB2, 0xFF}, // blue
	color.RGBA{0xD5, 0x5E, 0x00, 0xFF}, // vermilion
	color.RGBA{0x00, 0x9E, 0x73, 0xFF}, // green
	color.RGBA{0xCC, 0x79, 0xA7, 0xFF}, // purple
	color.RGBA{0xE6, 0x9F, 0x00, 0xFF}, // orange
	color.RGBA{0x56, 0xB4, 0xE9, 0xFF}, // sky
	color.RGBA{0x00, 0x00, 0x00, 0xFF},
}

func hue(k int) color.Color { return palette[k%len(palette)] }

var (
	ink  = color.Gray{0x33}
	grid = color.Gray{0xE4}
)

// newPlot returns an empty plot in the house's style.
func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	sans := func(size float64) font.Font {
		return font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(size)}
	}
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.TextStyle.Font, p.Title.TextStyle.Color, p.Title.Padding = sans(11), ink, vg.Points(8)
	p.Legend.TextStyle.Font, p.Legend.TextStyle.Color = sans(9), ink
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font, axis.Label.TextStyle.Color = sans(9.5), ink
		axis.Tick.Label.Font, axis.Tick.Label.Color = sans(8.5), ink
		axis.LineStyle.Color, axis.Tick.LineStyle.Color = ink, ink
		axis.LineStyle.Width, axis.Tick.LineStyle.Width = vg.Points(0.5), vg.Points(0.5)
	}
	lines := plotter.NewGrid()
	lines.Vertical.Color, lines.Horizontal.Color = grid, grid
	p.Add(lines)
	return p
}

// logTicks labels an axis that holds decimal logarithms.
type logTicks struct{ label func(exponent int) string }

func (t logTicks) Ticks(low, high float64) []plot.Tick {
	first, last := int(math.Floor(low)), int(math.Ceil(high))
	step := max(1, (last-first)/10)
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

// tens labels every tenth step of a linear axis of whole numbers.
type tens struct{}

func (tens) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for v := math.Ceil(low); v <= high; v++ {
		switch {
		case int(v)%10 == 0:
			ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprint(v)})
		case int(v)%5 == 0:
			ticks = append(ticks, plot.Tick{Value: v})
		}
	}
	return ticks
}

// powers writes 1, 10, ... 1000, 10k, ... 1M.
func powers(e int) string {
	if e < 0 || e > 14 {
		return fmt.Sprintf("1e%d", e)
	}
	if e < 4 {
		return "1" + strings.Repeat("0", e)
	}
	return "1" + strings.Repeat("0", e%3) + []string{"", "k", "M", "G", "T"}[e/3]
}

// durations writes 1 µs, 10 µs, ... 1 s.
func durations(e int) string {
	units := []string{"ns", "µs", "ms", "s"}
	k := (e + 9) / 3
	if e < -9 || k >= len(units) {
		return fmt.Sprintf("1e%d s", e)
	}
	return "1" + strings.Repeat("0", (e+9)%3) + " " + units[k]
}

// save writes the plot as PATH.svg and PATH.png, each whole or not at all.
func save(p *plot.Plot, path string, width, height vg.Length) error {
	svg := vgsvg.New(width, height)
	p.Draw(margin(draw.New(svg)))
	var text bytes.Buffer
	if _, err := svg.WriteTo(&text); err != nil {
		return err
	}
	if err := whole.WriteFile(path+".svg", text.Bytes(), 0o666); err != nil {
		return err
	}
	png := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(144))}
	p.Draw(margin(draw.New(png)))
	text.Reset()
	if _, err := png.WriteTo(&text); err != nil {
		return err
	}
	return whole.WriteFile(path+".png", text.Bytes(), 0o666)
}

// margin keeps the drawing off the edge.
func margin(c draw.Canvas) draw.Canvas {
	const m = 6 // points
	return draw.Crop(c, m, -m, m, -m)
}
