package chart

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"gonum.org/v1/plot/vg/vgimg"

	"xcbench/results"
)

// A PNG has each pixel of the canvas, with few colours and with more than a palette has.
func TestPNGHasThePixelsOfTheCanvas(t *testing.T) {
	for _, colours := range []int{3, 256, 257, 300} {
		canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseImage(image.NewRGBA(image.Rect(0, 0, 40, 20))))}
		drawing := canvas.Image()
		for k := range 800 {
			n := k % colours
			drawing.Set(k%40, k/40, color.RGBA{uint8(n), uint8(n >> 8), 7, 255})
		}
		var out bytes.Buffer
		if _, err := (pngFile{canvas}).WriteTo(&out); err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(&out)
		if err != nil {
			t.Fatal(err)
		}
		if _, few := got.(*image.Paletted); few != (colours <= 256) {
			t.Errorf("%d colours: got a palette %t", colours, few)
		}
		for k := range 800 {
			x, y := k%40, k/40
			if r, g, b, a := got.At(x, y).RGBA(); [4]uint32{r, g, b, a} != rgba(drawing.At(x, y)) {
				t.Fatalf("%d colours: got %v at %d, %d, want %v", colours, got.At(x, y), x, y, drawing.At(x, y))
			}
		}
	}
}

// A plot has a white ground, from corner to corner.
func TestPNGHasAWhiteGround(t *testing.T) {
	data, err := figureOf(t, "cactus", Input{Runs: []results.Run{study()}}).Encode(".png", made)
	if err != nil {
		t.Fatal(err)
	}
	drawing, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	far := drawing.Bounds().Max.Sub(image.Pt(1, 1))
	for _, at := range []image.Point{{}, {far.X, 0}, {0, far.Y}, far} {
		if got := rgba(drawing.At(at.X, at.Y)); got != rgba(white) {
			t.Errorf("got %v at %v, want white", got, at)
		}
	}
}

func rgba(c color.Color) [4]uint32 {
	r, g, b, a := c.RGBA()
	return [4]uint32{r, g, b, a}
}
