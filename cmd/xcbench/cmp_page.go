package main

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"xcbench/compare"
	"xcbench/internal/cli"
	"xcbench/report"
)

// pageLines is how many lines of a comparison a terminal gets at most. A summary of a run has the
// same bound.
const pageLines = 40

// writePage writes the tables and the notes if they fit on a page. Otherwise it writes as many rows of the
// first table as fit, and says what is left out.
func writePage(out io.Writer, tables []compare.Table, view report.View, notes []report.Table) error {
	if view.Top == 0 || view.Top > pageLines {
		view.Top = pageLines // more rows fit on no page
	}
	text := func(tables ...report.Table) string {
		var text strings.Builder
		cli.WriteTables(&text, out, "text", tables) // a Builder has no errors
		return text.String()
	}
	shown := report.Tables(tables, view)
	whole := text(append(shown, notes...)...)
	if strings.Count(whole, "\n") > pageLines {
		rest := "--tables prints all rows"
		if len(shown) > 1 {
			var units []string
			for _, t := range tables[1:] {
				units = append(units, t.Unit)
			}
			rest += ", and the tables of " + strings.Join(slices.Compact(units), ", ")
		}
		rest = strings.Join(report.Wrap(rest, cmp.Or(cli.WidthOf(out), 80)), "\n") + "\n" + text(append([]report.Table{{}}, notes...)...)
		for room := pageLines - strings.Count(rest, "\n"); ; view.Top-- {
			whole = text(report.Tables(tables, view)[0])
			if strings.Count(whole, "\n") <= room || view.Top == 1 {
				break
			}
		}
		whole += rest
	}
	_, err := io.WriteString(out, whole)
	return err
}
