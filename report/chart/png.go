package chart

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"image/png"
	"math"

	"git.sr.ht/~sbinet/gg"
)

// png returns the plot as a PNG image.
func (l *layout) png(made Made) ([]byte, error) {
	dpi, s := cmp.Or(l.in.DPI, normalDPI), l.draw()
	scale := math.Round(float64(dpi)*l.in.zoom()) / 72 // pixels in a point
	c := gg.NewContext(int(s.width*scale+0.5), int(s.height*scale+0.5))
	c.SetLineCapButt()
	for _, sh := range s.pieces {
		sh.png(c, scale)
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed} // the default takes half the time of a short run
	err := encoder.Encode(&out, c.Image())
	return withChunks(out.Bytes(), dpi, append([][2]string{{"Title", l.Title}}, made.fields()...)), err
}

func (sh piece) png(c *gg.Context, scale float64) {
	c.SetColor(sh.color)
	if sh.text != "" {
		c.SetFontFace(face(sh.size * scale))
		c.Push()
		c.RotateAbout(-sh.rotation, sh.at.x*scale, sh.at.y*scale)
		c.DrawString(sh.text, sh.at.x*scale, sh.at.y*scale)
		c.Pop()
		return
	}
	dashes := make([]float64, len(sh.dashes))
	for k, d := range sh.dashes {
		dashes[k] = d * scale
	}
	c.SetDash(dashes...)
	c.SetLineWidth(sh.width * scale)
	sh.trace(func(x, y float64) { c.MoveTo(x*scale, y*scale) }, func(x, y float64) { c.LineTo(x*scale, y*scale) })
	if sh.width > 0 {
		c.Stroke()
	} else {
		c.Fill()
	}
}

// withChunks adds chunks after the header of a PNG image: its resolution, and a text for each
// field (PNG specification, 3rd edition, 11.3.4.3 and 11.3.3).
func withChunks(image []byte, dpi int, fields [][2]string) []byte {
	const header = 8 + 25 // signature and IHDR chunk
	out := bytes.Clone(image[:header])
	chunk := func(body []byte) { // the name and the data
		out = binary.BigEndian.AppendUint32(out, uint32(len(body)-4))
		out = append(out, body...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
	}
	perMetre := uint32(math.Round(float64(dpi) / 0.0254))
	resolution := binary.BigEndian.AppendUint32([]byte("pHYs"), perMetre)
	chunk(append(binary.BigEndian.AppendUint32(resolution, perMetre), 1)) // 1: the unit is the metre
	for _, f := range fields {
		chunk([]byte("iTXt" + f[0] + "\x00\x00\x00\x00\x00" + f[1]))
	}
	return append(out, image[header:]...)
}
