package chart

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"math"
	"strings"
	"testing"

	"xcbench/results"
)

func TestAnSVGNamesItsFontAndOthersInItsPlace(t *testing.T) {
	svg := svgOf(t, "cactus", Input{Runs: []results.Run{study()}})
	head, rest, _ := strings.Cut(svg, "<title>")
	if want := `font-family="Liberation Sans, Arial, Helvetica, sans-serif"`; !strings.Contains(head, want) {
		t.Errorf("got %s, want it to have %s", head, want)
	}
	if strings.Contains(rest, "font-family") || !strings.Contains(rest, "font-size:9px") {
		t.Error("got a text with a font of its own or without a size, want the font of the document")
	}
}

func TestTitleAndNotesCanBeLeftOut(t *testing.T) {
	in := Input{Runs: []results.Run{uneven()}}
	const title, note = ">Share of the instances solved within a search time</text>", ">Not solved, of "
	whole := figureOf(t, "ecdf", in)
	svg := svgOf(t, "ecdf", in)
	if !strings.Contains(svg, title) || !strings.Contains(svg, note) {
		t.Fatal("got no title or no note, want both")
	}
	in.Untitled, in.NoNotes = true, true
	bare := figureOf(t, "ecdf", in)
	svg = svgOf(t, "ecdf", in)
	if strings.Contains(svg, title) || strings.Contains(svg, note) {
		t.Error("got a title or a note, want none")
	}
	if !strings.Contains(svg, "<title>Share of the instances") {
		t.Error("got a file that does not name its figure, want the name for screen readers")
	}
	everything, data := figureRoom(whole), figureRoom(bare)
	if data <= everything {
		t.Errorf("got %.1f points of height for the plot, want more than the %.1f beside title and notes",
			data, everything)
	}
}

// figureRoom returns the height that a figure leaves for its plot.
func figureRoom(f *Figure) float64 {
	w, h := f.size()
	return float64(f.frame(canvas(w, h), false).Size().Y)
}

func TestAPNGHasTheWantedResolutionAndRecordsIt(t *testing.T) {
	for _, test := range []struct{ dpi, width int }{{0, 1037}, {72, 518}, {300, 2160}} {
		data, err := figureOf(t, "cactus", Input{Runs: []results.Run{study()}, DPI: test.dpi}).Encode(".png", made)
		if err != nil {
			t.Fatal(err)
		}
		c, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil || c.Width != test.width {
			t.Errorf("%d dpi: got a width of %d (%v), want %d", test.dpi, c.Width, err, test.width)
		}
		_, rest, ok := bytes.Cut(data, []byte("pHYs"))
		if !ok {
			t.Fatal("got no pHYs chunk")
		}
		inches := float64(c.Width) / (float64(binary.BigEndian.Uint32(rest)) * 0.0254)
		if inches < 7.19 || inches > 7.21 || !bytes.Equal(rest[:4], rest[4:8]) || rest[8] != 1 {
			t.Errorf("%d dpi: got a width of %.3f inches, want 7.2", test.dpi, inches)
		}
	}
}

func TestALargerFontLeavesTheSizeOfTheFigure(t *testing.T) {
	svg := svgOf(t, "cactus", Input{Runs: []results.Run{study()}, FontSize: 18})
	for _, want := range []string{`width="518.4pt"`, `viewBox="0 0 259.2 `, "font-size:9px"} {
		if !strings.Contains(svg, want) {
			t.Errorf("got no %s in %.200s", want, svg)
		}
	}
	for _, ext := range []string{".png", ".pdf"} {
		in := Input{Runs: []results.Run{study()}, FontSize: 18}
		if data, err := figureOf(t, "cactus", in).Encode(ext, made); err != nil {
			t.Error(err)
		} else if c, err := png.DecodeConfig(bytes.NewReader(data)); ext == ".png" && (err != nil || c.Width != 1037) {
			t.Errorf("got a width of %d (%v), want 1037", c.Width, err)
		} else if ext == ".pdf" && !bytes.Contains(data, []byte("[0 0 518.40 ")) {
			t.Error("got a PDF of another width, want 518.4 points")
		}
	}
}

func TestSizesThatCannotBeDrawnAreRejected(t *testing.T) {
	for _, in := range []Input{{DPI: 35}, {DPI: 1201}, {FontSize: 3.9}, {FontSize: 18.1}, {FontSize: -9}} {
		k, err := Find("cactus")
		if err != nil {
			t.Fatal(err)
		}
		in.Runs = []results.Run{study()}
		if _, err := k.Draw(in); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%d dpi, %g points: got error %v, want one that says what is expected", in.DPI, in.FontSize, err)
		}
	}
}

func TestNotesThatAreLeftOutTakeNoRoomInAFigureOfPlots(t *testing.T) {
	f := Figure{notes: []string{"a", "b"}, beside: []*panel{{}, {}, {}}}
	_, whole := f.size()
	f.noteless = true
	if _, bare := f.size(); math.Abs(float64(bare-whole+20.8)) > 1e-9 {
		t.Errorf("got a height of %v, want the %v with two notes less 20.8 points", bare, whole)
	}
}
