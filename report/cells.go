package report

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"
	"iter"
	"maps"
	"math"
	"strings"

	"xcbench/compare"
)

// cellColumns are the columns of a comparison for programs, in the order of the CSV.
var cellColumns = strings.Fields("config unit benchmark column base n status value low high base_value difference percent " +
	"percent_low percent_high p p_adjusted correction differs")

// WriteCells writes comparisons as one table for programs, a line for each cell, as csv or json.
// The verdicts over all rows are further lines, whose benchmark is "geomean", or an array of their own.
// Each comparison is written as soon as it is made.
func WriteCells(w io.Writer, format string, tables iter.Seq[compare.Table], view View) error {
	if format == "csv" {
		out := csv.NewWriter(w)
		out.Write(cellColumns)
		for t := range tables {
			for cell := range cells(t, view) {
				out.Write(cell.line())
			}
			for _, verdict := range overalls(t) {
				out.Write(verdict.asCell().line())
			}
		}
		out.Flush()
		return out.Error()
	}
	out := bufio.NewWriter(w)
	between, notes, all := "", []string{}, []record{}
	out.WriteString(`{"title":"cmp","rows":[`)
	for t := range tables {
		notes, all = append(notes, Notes(t)...), append(all, overalls(t)...)
		for cell := range cells(t, view) {
			text, err := json.Marshal(cell)
			if err != nil {
				return err
			}
			out.WriteString(between)
			out.Write(text)
			between = ",\n"
		}
	}
	rest, err := json.Marshal(record{"overall": all, "notes": notes})
	if err != nil {
		return err
	}
	out.WriteString("]," + string(rest[1:]) + "\n")
	return out.Flush()
}

// record is a cell of a comparison for programs, or the verdict on a column over all rows that it shares
// with the base. A missing number is nil.
type record map[string]any

// line returns the line of the CSV.
func (r record) line() (line []string) {
	for _, name := range cellColumns {
		line = append(line, plainText(r[name]))
	}
	return line
}

// number returns a number that may be missing. JSON has no infinity.
func number(x float64, ok bool) any {
	if !ok || math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return x
}

// cells yields the cells of a table that have samples.
func cells(t compare.Table, view View) iter.Seq[record] {
	return func(yield func(record) bool) {
		rows, _ := view.rows(t)
		for _, n := range rows {
			for k, c := range t.Rows[n].Cells {
				if !c.Has() {
					continue
				}
				measured, tested := c.Measured(), c.Compared && !t.Exact
				r := record{"config": configText(t), "unit": t.Unit, "benchmark": t.Rows[n].Label, "column": t.Columns[k],
					"base": t.Columns[0], "n": c.N, "status": "", "correction": "", "differs": nil,
					"value": number(c.Center, measured), "low": number(c.Lo, measured), "high": number(c.Hi, measured),
					"base_value": number(c.Base, c.Compared), "difference": number(c.Center-c.Base, c.Compared),
					"percent": number(c.Change()), "p": number(c.P, tested), "p_adjusted": number(c.Adjusted, tested),
					"percent_low":  number((c.Low-1)*100, tested && c.Low > 0),
					"percent_high": number((c.High-1)*100, tested && c.Low > 0)}
				if !measured {
					r["status"] = string(c.Status)
				}
				if tested {
					r["correction"] = string(t.Correction)
				}
				if c.Compared {
					r["differs"] = c.Differs
				}
				if !yield(r) {
					return
				}
			}
		}
	}
}

// overalls returns the verdicts of a table.
func overalls(t compare.Table) (all []record) {
	for k, v := range t.Verdicts {
		if v.Value == 0 {
			continue
		}
		known := !t.Exact && v.Low > 0
		r := record{"config": configText(t), "unit": t.Unit, "column": t.Columns[k], "base": t.Columns[0], "rows": v.Rows,
			"ratio": v.Value, "ratio_low": number(v.Low, known), "ratio_high": number(v.High, known),
			"less": v.Less, "more": v.More, "base_only": v.BaseOnly, "column_only": v.OtherOnly}
		if v.Families > 0 {
			r["families"] = v.Families
		}
		all = append(all, r)
	}
	return all
}

// asCell returns a verdict as a line of the CSV: n is the number of rows.
func (r record) asCell() record {
	cell := maps.Clone(r)
	cell["benchmark"], cell["n"] = mean, r["rows"]
	for _, end := range []string{"", "_low", "_high"} {
		if x, ok := r["ratio"+end].(float64); ok {
			cell["percent"+end] = (x - 1) * 100
		}
	}
	return cell
}

func configText(t compare.Table) string {
	var all []string
	for _, kv := range t.Config {
		all = append(all, kv[0]+": "+kv[1])
	}
	return strings.Join(all, "; ")
}

// Notes returns the warnings of a table.
func Notes(t compare.Table) []string {
	var all []string
	for _, w := range t.Warnings {
		all = append(all, t.Unit+": "+warning(w))
	}
	return all
}
