package chart

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"

	"xcbench/internal/lazy"
)

// withPNGChunks adds chunks after the header of a PNG image: its resolution, and a text for each
// field (PNG specification, 3rd edition, 11.3.4.3 and 11.3.3).
func withPNGChunks(image []byte, dpi int, fields [][2]string) []byte {
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

func init() {
	// The same input has to give the same bytes: no date of today, and no order of a map.
	long := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	fpdf.SetDefaultCreationDate(long)
	fpdf.SetDefaultModificationDate(long)
	fpdf.SetDefaultCatalogSort(true)
}

var (
	pdfSize  = lazy.Regexp(`/Size (\d+)`)
	pdfRoot  = lazy.Regexp(`/Root (\d+ 0 R)`)
	pdfStart = lazy.Regexp(`startxref\s+(\d+)`)
)

// withPDFInfo appends an incremental update with an information dictionary to a PDF document (ISO
// 32000, 7.5.6). The PDF library can set these fields, but gonum's canvas hides its document.
func withPDFInfo(document []byte, title string, fields [][2]string) ([]byte, error) {
	size, root, start := pdfSize().FindSubmatch(document), pdfRoot().FindSubmatch(document), pdfStart().FindSubmatch(document)
	if size == nil || root == nil || start == nil {
		return nil, fmt.Errorf("the PDF has no trailer, expected /Size, /Root and startxref")
	}
	number, err := strconv.Atoi(string(size[1]))
	if err != nil {
		return nil, err
	}
	if !bytes.HasSuffix(document, []byte("\n")) {
		document = append(document, '\n')
	}
	at := len(document)
	var out bytes.Buffer
	out.Write(document)
	fmt.Fprintf(&out, "%d 0 obj\n<<\n/Title %s\n", number, pdfText(title))
	names := map[string]string{"Software": "Creator", "Command": "Subject", "Commit": "Commit", "Date": "Measured"}
	for _, f := range fields {
		fmt.Fprintf(&out, "/%s %s\n", names[f[0]], pdfText(f[1]))
	}
	out.WriteString(">>\nendobj\n")
	table := out.Len()
	fmt.Fprintf(&out, "xref\n%d 1\n%010d 00000 n \n", number, at)
	fmt.Fprintf(&out, "trailer\n<<\n/Size %d\n/Root %s\n/Info %d 0 R\n/Prev %s\n>>\nstartxref\n%d\n%%%%EOF\n",
		number+1, root[1], number, start[1], table)
	return out.Bytes(), nil
}

// pdfText returns a PDF text string in UTF-16, which needs no escapes.
func pdfText(s string) string {
	var hex strings.Builder
	hex.WriteString("<FEFF")
	for _, unit := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&hex, "%04X", unit)
	}
	return hex.String() + ">"
}

// latin is a PDF canvas that writes text in the encoding of its fonts. gonum's canvas writes UTF-8,
// which shows as "Âµs".
type latin struct{ *vgpdf.Canvas }

func (c latin) FillString(f font.Face, at vg.Point, text string) {
	encoded, err := charmap.Windows1252.NewEncoder().String(text)
	if err != nil {
		encoded = text
	}
	c.Canvas.FillString(f, at, encoded)
}
