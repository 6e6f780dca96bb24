package main

import (
	"cmp"
	"io"
	"iter"
	"slices"
	"strings"

	"xcbench/compare"
	"xcbench/report"
)

// pageLines is how many lines of a comparison a terminal gets at most. A summary of a run has the
// same bound.
const pageLines = 40

// writePage writes the tables if they fit on a page. Otherwise it writes as many rows of the
// first table as fit, and says what is left out.
func writePage(out io.Writer, tables iter.Seq[compare.Table], view report.View, width int, after string) error {
	if view.Top == 0 || view.Top > pageLines {
		view.Top = pageLines // more rows fit on no page
	}
	var (
		first   compare.Table
		text    strings.Builder
		units   []string
		between string
	)
	for t := range tables {
		if units = append(units, t.Unit); len(units) == 1 {
			first = t
		}
		text.WriteString(between)
		if err := report.Comparison(t, view).Fit(width).Write(&text, "text"); err != nil {
			return err
		}
		between = "\n"
	}
	text.WriteString(after)
	if strings.Count(text.String(), "\n") <= pageLines {
		_, err := io.WriteString(out, text.String())
		return err
	}
	rest := "--tables prints all rows"
	if others := slices.Compact(slices.DeleteFunc(units, func(u string) bool { return u == first.Unit })); len(others) > 0 {
		rest += ", and the tables of " + strings.Join(others, ", ")
	}
	rest = strings.Join(report.Wrap(rest, cmp.Or(width, 80)), "\n") + "\n" + after
	for room := pageLines - strings.Count(rest, "\n"); ; view.Top-- {
		text.Reset()
		if err := report.Comparison(first, view).Fit(width).Write(&text, "text"); err != nil {
			return err
		}
		if strings.Count(text.String(), "\n") <= room || view.Top == 1 {
			break
		}
	}
	_, err := io.WriteString(out, text.String()+rest)
	return err
}
