package report

import (
	"strings"

	"xcbench/compare"
)

// Cells returns comparisons as one table for programs, with a row for each cell.
func Cells(all []compare.Table, view View) Table {
	out := Table{Title: "cmp", Columns: Heads(strings.Fields("config unit benchmark column base n status value low high base_value difference " +
		"percent percent_low percent_high p p_adjusted correction differs")...)}
	for _, t := range all {
		for _, w := range t.Warnings {
			out.note("%s: %s", t.Unit, w)
		}
		shown, _ := view.of(t)
		config := strings.TrimPrefix(configText(t), "; ")
		for _, row := range shown.Rows {
			for k, c := range row.Cells {
				if c.Has() {
					out.Add(config, t.Unit, row.Label, t.Columns[k], t.Columns[0], figures(t, row.Cells[0].Center, c))
				}
			}
		}
	}
	return out
}

// figures are what programs read of a cell.
func figures(t compare.Table, base float64, c compare.Cell) []Cell {
	measured, tested := c.Measured(), c.Compared && !t.Exact
	return line(c.N, choose(measured, "", c.Status),
		number(c.Center, measured), number(c.Lo, measured), number(c.Hi, measured),
		number(base, c.Compared), number(c.Center-base, c.Compared), number(c.Change()),
		number((c.Low-1)*100, tested && c.Low > 0), number((c.High-1)*100, tested), number(c.P, tested), number(c.Adjusted, tested),
		choose(tested, string(t.Correction), ""), choose[any](c.Compared, c.Differs, nil))
}

// configText writes what all rows of a table have in common, behind a title.
func configText(t compare.Table) (text string) {
	for _, kv := range t.Config {
		text += "; " + kv[0] + ": " + kv[1]
	}
	return text
}
