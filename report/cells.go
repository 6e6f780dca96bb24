package report

import (
	"strings"

	"xcbench/compare"
	"xcbench/cover"
)

// Cells returns a comparison as a table for programs, with a row for each cell. The verdicts over all rows are an
// array of their own; in CSV, they are rows whose benchmark is "geomean" and whose n is the number of rows.
func Cells(t compare.Table, view View, format string) Table {
	out := Table{Columns: Heads(strings.Fields("config unit benchmark column base n status value low high base_value difference " +
		"percent percent_low percent_high p p_adjusted correction differs")...), Overall: []map[string]any{}}
	for _, w := range t.Warnings {
		out.note("%s: %s", t.Unit, warning(w))
	}
	change := func(ratio float64, ok bool) any { return number((ratio-1)*100, ok) }
	rows, _ := view.rows(t)
	for _, n := range rows {
		for k, c := range t.Rows[n].Cells {
			if !c.Has() {
				continue
			}
			measured, tested := c.Measured(), c.Compared && !t.Exact
			percent, known := c.Change()
			out.Add(configText(t), t.Unit, t.Rows[n].Label, t.Columns[k], t.Columns[0], c.N, map[bool]cover.Status{false: c.Status}[measured],
				number(c.Center, measured), number(c.Lo, measured), number(c.Hi, measured),
				number(c.Base, c.Compared), number(c.Center-c.Base, c.Compared), number(percent, known),
				change(c.Low, tested && c.Low > 0), change(c.High, tested && c.Low > 0), number(c.P, tested), number(c.Adjusted, tested),
				map[bool]string{true: string(t.Correction)}[tested], map[bool]any{true: c.Differs}[c.Compared])
		}
	}
	for k, v := range t.Verdicts {
		if v.Value == 0 {
			continue
		}
		known := !t.Exact && v.Low > 0
		if format == "csv" {
			out.Add(configText(t), t.Unit, mean, t.Columns[k], t.Columns[0], v.Rows, make([]Cell, 6), change(v.Value, true),
				change(v.Low, known), change(v.High, known), make([]Cell, 4))
		}
		overall := map[string]any{"config": configText(t), "unit": t.Unit, "column": t.Columns[k], "base": t.Columns[0], "rows": v.Rows,
			"ratio": v.Value, "ratio_low": number(v.Low, known), "ratio_high": number(v.High, known),
			"less": v.Less, "more": v.More, "base_only": v.BaseOnly, "column_only": v.OtherOnly}
		if v.Families > 0 {
			overall["families"] = v.Families
		}
		out.Overall = append(out.Overall, overall)
	}
	return out
}

func configText(t compare.Table) string {
	var all []string
	for _, kv := range t.Config {
		all = append(all, kv[0]+": "+kv[1])
	}
	return strings.Join(all, "; ")
}
