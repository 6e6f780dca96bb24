package chart

import (
	"image"
	"image/color"
	"image/png"
	"io"

	"gonum.org/v1/plot/vg/vgimg"
)

// pngFile writes a canvas as PNG. The default of the encoder took half the time of a short run. A
// palette needs a quarter of the bytes to compress, and most plots have few colours.
type pngFile struct{ vgimg.PngCanvas }

func (f pngFile) WriteTo(w io.Writer) (int64, error) {
	var drawing image.Image = f.Image()
	if full, ok := drawing.(*image.RGBA); ok {
		if few := paletted(full); few != nil {
			drawing = few
		}
	}
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	return 0, encoder.Encode(w, drawing)
}

// paletted returns an opaque image with a palette, or nil if it has more than 256 colours.
func paletted(from *image.RGBA) *image.Paletted {
	to := image.NewPaletted(from.Rect, nil)
	known := map[[4]uint8]uint8{}
	var last [4]uint8
	for k := range to.Pix {
		y := k / to.Stride
		pixel := [4]uint8(from.Pix[y*from.Stride+4*(k%to.Stride):])
		index, ok := uint8(0), k > 0 && pixel == last
		if ok {
			index = to.Pix[k-1]
		} else if index, ok = known[pixel]; !ok {
			if len(to.Palette) == 256 || pixel[3] != 255 {
				return nil
			}
			index = uint8(len(to.Palette))
			to.Palette = append(to.Palette, color.RGBA{pixel[0], pixel[1], pixel[2], 255})
			known[pixel] = index
		}
		to.Pix[k], last = index, pixel
	}
	return to
}
