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

// pictureBudget limits the search for a solution to draw. It does not depend on time, so the same
// solution is drawn on every machine.
var pictureBudget = cover.Limits{Solutions: 20, Nodes: 5000, Updates: 1_000_000}

const (
	mostPicture = 24 << 10 // bytes; larger pictures are left out, because a page has hundreds
	mostOptions = 100_000  // larger problems are not drawn
)

// pictureOf draws a solution of an instance, or the empty board if the search finds none within its
// budget. The figure is empty if the instance cannot be drawn or built.
func pictureOf(ctx context.Context, in corpus.Instance) figure {
	puzzle, err := in.Puzzle()
	if err != nil || puzzle.Problem().Options() > mostOptions {
		return figure{}
	}
	var found [][]int
	_, err = cover.Solve(ctx, dlx.Index(cover.MRV), puzzle.Problem(), pictureBudget, func(options []int) bool {
		found = append(found, slices.Clone(options))
		return true
	})
	if err != nil {
		return figure{}
	}
	f, solution := figure{Caption: "The board"}, []int(nil)
	if len(found) > 0 { // the first solution is often the most regular one, so take one in the middle
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

// image returns an image element with the drawing as a data URL. A script loads it when its section
// opens. A page with hundreds of drawings, each of a hundred elements, opens much faster this way.
func image(document, alt string) template.HTML {
	address := strings.NewReplacer(`"`, "'", "\n", "", "%", "%25", "#", "%23", "&", "&amp;").Replace(document)
	alt = template.HTMLEscapeString(alt)
	return template.HTML(`<img alt="` + alt + `" data-src="data:image/svg+xml,` + address + `">`)
}
