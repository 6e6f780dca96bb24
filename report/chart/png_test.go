package chart

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"gonum.org/v1/plot/vg/vgimg"
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

func rgba(c color.Color) [4]uint32 {
	r, g, b, a := c.RGBA()
	return [4]uint32{r, g, b, a}
}
