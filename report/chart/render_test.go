package chart_test

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"fmt"
	"html"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/rowstest"
	"xcbench/report/chart"
	"xcbench/results"
	"xcbench/results/tree"
	"xcbench/solvers"
)

// everySolver is a run of all solvers on ten sizes of eight families. A solver is stopped on the largest size.
func everySolver() results.Run {
	run := results.Run{Limit: 1, Classes: everyClass()}
	for f := range 8 {
		for size := range 10 {
			for k, v := range solvers.All() {
				row := results.Row{Family: fmt.Sprint("family", f), Name: fmt.Sprint(size), Solver: v.Name, Runs: 1,
					Status: cover.Solved, Search: 1e-6 * math.Pow(3, float64(size)) * float64(k+1)}
				if size == 9 && k%3 == 0 {
					row.Status, row.Search = cover.Timeout, 1
				}
				rowstest.Add(&run, row)
			}
		}
	}
	return run
}

// height returns the height of a document in points.
func height(svg string) (points float64) {
	fmt.Sscanf(strings.Fields(svg)[9], "%f", &points) // the last number of the viewBox
	return points
}

func TestPlotsOfManySolversAndInstancesFitOnAPage(t *testing.T) {
	for _, kind := range []string{"cactus", "growth", "families", "box", "profile"} {
		for _, width := range []float64{chart.OneColumn, chart.TwoColumns} {
			svg := svgOf(draw(t, kind, chart.Input{Runs: []results.Run{everySolver()}, Width: width}))
			if h := height(svg); h > 9.8*72 {
				t.Errorf("%s, %.0f mm: got a height of %.0f points, want at most a page", kind, width, h)
			}
		}
	}
}

func TestTheSizeOfTextKeepsTheWidth(t *testing.T) {
	in := chart.Input{Runs: []results.Run{study()}, Width: 84, FontSize: 12}
	svg := svgOf(draw(t, "cactus", in))
	for _, want := range []string{`width="238.11pt"`, `font-size="9"`, `viewBox="0 0 178.58 `} { // 9 of the axis becomes 12
		if !strings.Contains(svg, want) {
			t.Errorf("got a plot without %s", want)
		}
	}
}

func TestTheSecondSolverOfAColourIsDashedAndTheEighthGrey(t *testing.T) {
	p := draw(t, "cactus", chart.Input{Runs: []results.Run{everySolver()}})
	seen := map[string]bool{}
	for k, s := range p.Panels[0].Series {
		look := fmt.Sprint(s.Look)
		if s.Look.Bare != (k >= 7) || k < 7 && seen[look] {
			t.Errorf("%d, %s: got the look %s, want one of its own for seven solvers, and grey for others", k, s.Name, look)
		}
		seen[look] = true
	}
	run := rows(map[string][]float64{"bitset": {1}, "cells": {2}})
	for _, solver := range []string{"mine", "yours"} {
		rowstest.Add(&run, results.Row{Family: "f", Name: "0", Solver: solver, Runs: 1, Search: 3, Status: cover.Solved})
	}
	colours := map[any]string{}
	for _, s := range draw(t, "cactus", chart.Input{Runs: []results.Run{run}}).Panels[0].Series {
		if other := colours[s.Look.Color]; other != "" || s.Look.Nth > 0 {
			t.Errorf("%s: got the colour of %s, want a free one", s.Name, other)
		}
		colours[s.Look.Color] = s.Name
	}
}

func TestSolversWithEqualValuesShareALine(t *testing.T) {
	for want, equal := range map[string][]string{
		"dlx_index = dlx_pointer = 3 others":         {"dlx_index", "dlx_pointer", "bitset", "naive", "cells"},
		"dlx_index = dlx_pointer":                    {"dlx_index", "dlx_pointer"},
		"dlx_index = dlx_index_first = 2 others":     {"dlx_index", "dlx_index_first", "bitset_first", "cells_first"},
		"dlx_index = dlx_index_first = bitset_first": {"dlx_index", "dlx_index_first", "bitset_first"},
	} {
		run := results.Run{Limit: 9, Classes: everyClass()}
		for k, v := range solvers.All() {
			row := results.Row{Family: "f", Name: "0", Solver: v.Name, Runs: 1, Search: 1, Nodes: int64(k) + 10, Status: cover.Solved}
			if strings.Contains(" "+strings.Join(equal, " ")+" ", " "+v.Name+" ") {
				row.Nodes = 1
			}
			rowstest.Add(&run, row)
		}
		p := draw(t, "cactus", chart.Input{Runs: []results.Run{run}, Unit: results.Nodes})
		if got := p.Panels[0].Series[0].Name; got != want {
			t.Errorf("%v: got the line %q, want %q", equal, got, want)
		}
	}
}

// An axis of times goes on to the limit of unsolved searches, and has a decade at least. Grey lines share a key.
func TestAxesAndKeysOfACactusPlot(t *testing.T) {
	for _, c := range []struct {
		in   chart.Input
		want []string
	}{
		{chart.Input{Runs: []results.Run{rows(map[string][]float64{"bitset": {0.001, 0.001, -9}})}}, []string{">1 s<"}},
		{chart.Input{Runs: []results.Run{rows(map[string][]float64{"bitset": {1, 1.01}})}}, []string{">500 ms<", ">2 s<"}},
		{chart.Input{Runs: []results.Run{everySolver()}, Width: chart.OneColumn}, []string{">others<"}},
	} {
		svg := svgOf(draw(t, "cactus", c.in))
		for _, want := range c.want {
			if n := strings.Count(svg, want); n != 1 {
				t.Errorf("got %q %d times, want it once", want, n)
			}
		}
	}
}

// A long line has few tips, which still cover it; each of few steps has one.
func TestTipsOfALineCoverItAndItsEnds(t *testing.T) {
	for n, bounds := range map[int][2]int{1000: {30, 120}, 12: {12, 12}} {
		times := make([]float64, n)
		for k := range times {
			times[k] = 1e-6 * math.Pow(1e5, float64(k)/float64(n))
		}
		svg := svgOf(draw(t, "cactus", chart.Input{Runs: []results.Run{rows(map[string][]float64{"bitset": times})}}))
		if got := strings.Count(svg, "<rect"); got < bounds[0] || got > bounds[1] {
			t.Errorf("%d steps: got %d tips, want %d to %d", n, got, bounds[0], bounds[1])
		}
		if !strings.Contains(svg, "bitset, f/0: ") || !strings.Contains(svg, fmt.Sprintf("bitset, f/%d: ", n-1)) {
			t.Errorf("%d steps: got no tip at an end of the line", n)
		}
	}
}

func TestPointsThatOthersHideAreNotDrawn(t *testing.T) {
	times := map[string][]float64{}
	for k := range 3000 {
		times["bitset"] = append(times["bitset"], 1+float64(k%50))
		times["naive"] = append(times["naive"], 2+float64(k%70))
	}
	p := draw(t, "scatter", chart.Input{Runs: []results.Run{rows(times)}})
	if svg := svgOf(p); len(svg) > 200_000 {
		t.Errorf("got %d bytes, want fewer than a mark for each point takes", len(svg))
	}
}

// Every colour of a plot has a twin for a dark page, but for those of cells.
func TestAnSVGHasAStyleForDarkPages(t *testing.T) {
	svg := svgOf(draw(t, "cactus", chart.Input{Runs: []results.Run{everySolver()}}))
	style := regexp.MustCompile(`(?s)<style>@media \(prefers-color-scheme:dark\)\{.*?</style>`).FindString(svg)
	for _, shape := range regexp.MustCompile(`<(?:path|text)[^>]*>`).FindAllString(svg, -1) {
		class := regexp.MustCompile(`class="([^"]*)"`).FindStringSubmatch(shape)
		if class == nil || !strings.Contains(style, "."+class[1]+"{") {
			t.Fatalf("got %s, want a class of the style sheet", shape)
		}
	}
}

func TestNamesWithSignsOfXMLAreTexts(t *testing.T) {
	const name = "a<b&c>"
	run := results.Run{Limit: 9, Classes: everyClass()}
	for k := range 10 {
		for _, solver := range []string{name, "naive"} {
			rowstest.Add(&run, results.Row{Family: name, Name: fmt.Sprint(k), Solver: solver, Runs: 1, Search: 1 + float64(k), Status: cover.Solved})
		}
	}
	for kind, in := range map[string]chart.Input{"cactus": {Title: name}, "families": {}, "scatter": {}, "growth": {}, "box": {},
		"tree": {Trees: []*tree.Sketch{named(0, name, name)}}} {
		in.Runs = []results.Run{run}
		svg, err := draw(t, kind, in).Encode(".svg", chart.Made{Command: "xcbench plot " + name})
		must(err)
		err = xml.Unmarshal(svg, new(struct{}))
		if n := strings.Count(html.UnescapeString(string(svg)), name); err != nil || n < 3 { // of the command, the picture, and a tip
			t.Errorf("%s: got %v and the name %d times, want it as text", kind, err, n)
		}
	}
}

func TestFilesAreTheSameTwiceAndAnSVGRecordsHowItWasMade(t *testing.T) {
	in := chart.Input{Runs: []results.Run{study()}, DPI: 72}
	for _, ext := range chart.Formats {
		data := encode(draw(t, "box", in), ext)
		if !bytes.Equal(data, encode(draw(t, "box", in), ext)) || ext == ".svg" && !bytes.Contains(data, []byte("\nCommit: c0ffee\n")) {
			t.Errorf("%s: got different files, or one without the commit", ext)
		}
	}
	made := chart.MadeBy("xcbench plot", []results.Run{study()})
	if want := (chart.Made{Command: "xcbench plot", Commit: "c0ffee", Date: "2026-01-02 03:04:05Z"}); made != want {
		t.Errorf("got %v, want %v", made, want)
	}
	if _, err := draw(t, "box", chart.Input{Runs: []results.Run{study()}}).Encode(".jpg", made); err == nil {
		t.Error("got no error for an unknown format")
	}
}

// Each path of the SVG begins in the PDF at the same place, and as many are lines. In the PNG no path is blank that
// begins across.
func TestAPNGAndAPDFHaveThePathsOfTheSVG(t *testing.T) {
	p := draw(t, "heatmap", chart.Input{Trees: []*tree.Sketch{grownTree(3000)}})
	var page strings.Builder
	for _, part := range bytes.Split(encode(p, ".pdf"), []byte("stream\n")) {
		if r, err := zlib.NewReader(bytes.NewReader(part)); err == nil {
			io.Copy(&page, r)
		}
	}
	svg := svgOf(p)
	want, got := regexp.MustCompile(`M\S+?([VL]|H[0-9.]+)`).FindAllString(svg, -1), regexp.MustCompile(`(?m)^.* m$`).FindAllString(page.String(), -1)
	if len(got) != len(want) || strings.Count(page.String(), "\nS\n") != strings.Count(svg, `fill="none"`) ||
		!strings.Contains(page.String(), "\n1.00000 0.00000 0.00000 1.00000 0.00000 0.00000 cm\n1.000 G") {
		t.Fatalf("got %d paths in the PDF, want %d, as many lines, and the size of the page", len(got), len(want))
	}
	picture, err := png.Decode(bytes.NewReader(encode(p, ".png")))
	must(err)
	for k, path := range want {
		var x, y, end, inX, inY float64
		across, _ := fmt.Sscanf(path, "M%f,%fH%f", &x, &y, &end)
		if fmt.Sscanf(got[k], "%f %f", &inX, &inY); math.Hypot(inX-x, height(svg)-inY-y) > 0.1 {
			t.Errorf("path %d: got %s in the PDF, want %s from the top", k, got[k], path)
		}
		column, row, blank := int(x+end), int(2*y), picture.At(0, 0) // the middle, with two pixels for a point
		if across == 3 && picture.At(column, row) == blank && picture.At(column, row-1) == blank {
			t.Errorf("path %d: got blank paper in the PNG at %s", k, path)
		}
	}
}

func TestFailedSaveLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	must(os.Mkdir(filepath.Join(dir, "box.svg"), 0o777))
	if err := draw(t, "box", chart.Input{Runs: []results.Run{study()}}).Save(filepath.Join(dir, "box.svg"), made); err == nil {
		t.Error("got no error for a path that is a directory")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("got %v, %v, want only the directory from before", left, err)
	}
}
