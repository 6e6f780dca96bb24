package chart

import (
	"cmp"

	"gonum.org/v1/plot/vg"
)

// The sizes of a figure without options.
const (
	normalSize = 9.  // of the labels of axes, in points
	normalDPI  = 144 // sharp on screens with two pixels per point
)

// resolveSizes rejects sizes that cannot be drawn. Beyond its bounds, an image is blank or takes
// gigabytes, and text leaves no room for data.
func (in *Input) resolveSizes() error {
	if in.DPI != 0 && (in.DPI < 36 || in.DPI > 1200) {
		return optionf("%d dots per inch, expected 36 to 1200, as in --dpi 300", in.DPI)
	}
	if s := in.FontSize; s != 0 && !(s >= 4 && s <= 18) {
		return optionf("a font of %g points, expected 4 to 18, as in --font-size 12", s)
	}
	return nil
}

// zoom returns the factor from the normal font size to the wanted one. A figure with larger text is
// laid out in less room and then enlarged, so lines and marks grow too.
func (in *Input) zoom() float64 { return cmp.Or(in.FontSize, normalSize) / normalSize }

// column returns the width of the figure before it is enlarged.
func (in *Input) column() vg.Length {
	return choose(in.Narrow, oneColumn, twoColumns) / vg.Length(in.zoom())
}
