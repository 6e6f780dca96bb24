package chart

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// lines returns what the label of a shape says: the option that was taken, and the item to branch
// on, which has no option at a dead end.
func (sh shape) lines() (all []string) {
	if sh.label.Option != "" {
		all = append(all, sh.label.Option)
	}
	if sh.label.Item != "" {
		all = append(all, choose(sh.leaf, "dead end: ", "next: ")+sh.label.Item)
	}
	return all
}

// write writes the label of a shape, as large as it fits. The option comes first and may take
// several lines. If there is no room for both, the option stands alone, or nothing.
func (sh shape) write(c draw.Canvas, box vg.Rectangle) {
	const space, largest, least = 1.5, 9, 4.5
	room := box.Size()
	all := sh.lines()
	for ; len(all) > 0; all = all[:len(all)-1] {
		for size := vg.Length(largest); size >= least; size -= 0.5 {
			style := writing(size, color.Black, draw.XCenter, draw.YCenter)
			if sh.fill == color.Color(liveColor) {
				style.Color = white
			}
			var lines []string
			for _, part := range all {
				lines = append(lines, wrap(part, style, room.X-2*space)...)
			}
			height := size * 1.15 * vg.Length(len(lines))
			if height > room.Y-2*space || widest(style, lines) > room.X-2*space {
				continue
			}
			at := vg.Point{X: box.Min.X + room.X/2, Y: box.Min.Y + room.Y/2 + height/2 - size*1.15/2}
			for _, line := range lines {
				c.FillText(style, at, line)
				at.Y -= size * 1.15
			}
			return
		}
	}
}
