package page

import (
	"context"
	"html/template"
	"slices"
	"strings"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/dlx"
)

// A picture is of a solution that is found within a budget, which is the same on every
// machine. Larger drawings than mostPicture are left out: a page has hundreds.
var pictureBudget = cover.Limits{Solutions: 20, Nodes: 5000, Updates: 1_000_000}

const (
	mostPicture = 24 << 10
	mostOptions = 100_000
)

// pictureOf draws a solution of an instance, or the empty board if none is found soon; nothing if it has
// no picture, or cannot be built.
func pictureOf(ctx context.Context, in corpus.Instance) figure {
	puzzle, err := in.Puzzle()
	if err != nil || puzzle.Problem().Options() > mostOptions {
		return figure{}
	}
	var found [][]int
	stats, err := cover.Solve(ctx, dlx.Index(cover.MRV), puzzle.Problem(), pictureBudget, func(options []int) bool {
		found = append(found, slices.Clone(options))
		return true
	})
	if err != nil {
		return figure{}
	}
	f := figure{Caption: "The board; a solution was not found at once"}
	if stats.Status == cover.Solved || in.Solutions == corpus.Exact(0) {
		f.Caption = "The board; there is no solution"
	}
	var solution []int
	if len(found) > 0 { // the first is often dull, with everything in rows
		f.Caption, solution = "A solution", found[len(found)/2]
		if cover.Check(puzzle.Problem(), solution) != nil {
			return figure{}
		}
	}
	drawing, ok := puzzle.Draw(solution)
	if !ok || len(drawing.Cells) == 0 && len(drawing.Lines) == 0 {
		return figure{}
	}
	var text strings.Builder
	if err := drawing.SVG(&text, in.ID()+": "+f.Caption); err != nil || text.Len() > mostPicture {
		return figure{}
	}
	f.SVG = image(text.String(), in.ID()+": "+f.Caption)
	return f
}

// image is a drawing as an image that a script loads when its section is opened: a page of hundreds
// of drawings, each of a hundred elements, opens much sooner so. Its text is a URL in an attribute.
func image(document, alt string) template.HTML {
	address := strings.NewReplacer(`"`, "'", "\n", "", "%", "%25", "#", "%23", "&", "&amp;").Replace(document)
	return template.HTML(`<img alt="` + template.HTMLEscapeString(alt) + `" data-src="data:image/svg+xml,` + address + `">`)
}
