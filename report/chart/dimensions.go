package chart

import (
	"cmp"

	"gonum.org/v1/plot/vg"
)

// The sizes of a figure without options.
const (
	normalSize = 9.  // of the labels of axes, in points
	normalDPI  = 144 // sharp on screens with two pixels per point

	pageHeight = 9.5 * vg.Inch // of several plots and their legend
)

// resolveSizes rejects sizes that cannot be drawn. Beyond its bounds, an image is blank or takes
// gigabytes, and text leaves no room for data.
func (in *Input) resolveSizes() error {
	if in.DPI != 0 && (in.DPI < 36 || in.DPI > 1200) {
		return optionf("%d dots per inch, expected 36 to 1200, as in --dpi 300", in.DPI)
	}
	if mm := in.Width; mm != 0 && !(mm >= 60 && mm <= 400) {
		return optionf("a width of %g mm, expected 60 to 400, as in --width 84mm", mm)
	}
	if in.Width > 0 {
		in.Narrow = in.Width < 127 // between the two standard widths
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
	width := choose(in.Narrow, oneColumn, twoColumns)
	if in.Width > 0 {
		width = vg.Length(in.Width) * vg.Millimeter
	}
	return width / vg.Length(in.zoom())
}
