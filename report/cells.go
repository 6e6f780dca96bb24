package report

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"xcbench/compare"
)

// record is a cell of a comparison for programs. Its JSON keys are the columns of the CSV. A
// missing number is nil.
type record struct {
	Config      string   `json:"config"`
	Unit        string   `json:"unit"`
	Benchmark   string   `json:"benchmark"`
	Column      string   `json:"column"`
	Base        string   `json:"base"`
	N           int      `json:"n"`
	Status      string   `json:"status"` // why there is no value
	Value       *float64 `json:"value"`
	Low         *float64 `json:"low"`
	High        *float64 `json:"high"`
	BaseValue   *float64 `json:"base_value"`
	Difference  *float64 `json:"difference"`
	Percent     *float64 `json:"percent"`
	PercentLow  *float64 `json:"percent_low"`
	PercentHigh *float64 `json:"percent_high"`
	P           *float64 `json:"p"`
	PAdjusted   *float64 `json:"p_adjusted"`
	Correction  string   `json:"correction"` // of p; "" if there is no p
	Differs     *bool    `json:"differs"`
}

var recordHead = []string{"config", "unit", "benchmark", "column", "base", "n", "status", "value", "low", "high",
	"base_value", "difference", "percent", "percent_low", "percent_high", "p", "p_adjusted", "correction", "differs"}

// overall is the verdict on a column over all rows that it shares with the base, for programs.
type overall struct {
	Config    string   `json:"config"`
	Unit      string   `json:"unit"`
	Column    string   `json:"column"`
	Base      string   `json:"base"`
	Families  int      `json:"families,omitempty"` // that have a vote each, if there are enough
	Rows      int      `json:"rows"`
	Ratio     float64  `json:"ratio"`
	Low       *float64 `json:"ratio_low"`
	High      *float64 `json:"ratio_high"`
	Less      int      `json:"less"`
	More      int      `json:"more"`
	BaseOnly  int      `json:"base_only"`
	OtherOnly int      `json:"column_only"`
}

// overalls returns the verdicts of a table.
func overalls(t compare.Table) []overall {
	var all []overall
	for k, v := range t.Verdicts {
		if v.Value == 0 {
			continue
		}
		one := overall{Config: configText(t), Unit: t.Unit, Column: t.Columns[k], Base: t.Columns[0], Families: v.Families, Rows: v.Rows,
			Ratio: v.Value, Less: v.Less, More: v.More, BaseOnly: v.BaseOnly, OtherOnly: v.OtherOnly}
		if !t.Exact && v.Low > 0 {
			one.Low, one.High = &v.Low, &v.High
		}
		all = append(all, one)
	}
	return all
}

// WriteCells writes comparisons as one table for programs, a line for each cell, as csv or json.
// The verdicts over all rows are further lines, or an array of their own. Each comparison is
// written as soon as it is made.
func WriteCells(w io.Writer, format string, tables iter.Seq[compare.Table], view View) error {
	if format == "csv" {
		return writeCellsCSV(w, tables, view)
	}
	return writeCellsJSON(w, tables, view)
}

func writeCellsCSV(w io.Writer, tables iter.Seq[compare.Table], view View) error {
	out := csv.NewWriter(w)
	out.Write(recordHead)
	line := make([]string, len(recordHead))
	for t := range tables {
		for r := range records(t, view) {
			line = r.line(line[:0])
			out.Write(line)
		}
		for _, o := range overalls(t) {
			line = o.line(line[:0])
			out.Write(line)
		}
	}
	out.Flush()
	return out.Error()
}

// line appends the columns of the CSV.
func (r *record) line(to []string) []string {
	to = append(to, r.Config, r.Unit, r.Benchmark, r.Column, r.Base, strconv.Itoa(r.N), r.Status)
	for _, x := range []*float64{r.Value, r.Low, r.High, r.BaseValue, r.Difference, r.Percent, r.PercentLow, r.PercentHigh,
		r.P, r.PAdjusted} {
		to = append(to, allDigits(x))
	}
	differs := ""
	if r.Differs != nil {
		differs = strconv.FormatBool(*r.Differs)
	}
	return append(to, r.Correction, differs)
}

// line appends the columns of the CSV. The benchmark is "geomean", and n is the number of rows.
func (o overall) line(to []string) []string {
	percent := func(x *float64) *float64 {
		if x == nil {
			return nil
		}
		y := (*x - 1) * 100
		return &y
	}
	r := record{Config: o.Config, Unit: o.Unit, Benchmark: "geomean", Column: o.Column, Base: o.Base, N: o.Rows,
		Percent: percent(&o.Ratio), PercentLow: percent(o.Low), PercentHigh: percent(o.High)}
	return r.line(to)
}

func writeCellsJSON(w io.Writer, tables iter.Seq[compare.Table], view View) error {
	out := bufio.NewWriterSize(w, 1<<16)
	write := func(before string, what any, after string) error {
		text, err := json.Marshal(what)
		out.WriteString(before)
		out.Write(text)
		out.WriteString(after)
		return err
	}
	between, notes, all := "", []string{}, []overall{}
	out.WriteString(`{"title":"cmp","rows":[`)
	for t := range tables {
		notes, all = append(notes, Notes(t)...), append(all, overalls(t)...)
		for r := range records(t, view) {
			if err := write(between, r, ""); err != nil {
				return err
			}
			between = ",\n"
		}
	}
	if err := errors.Join(write(`],"overall":`, all, ""), write(`,"notes":`, notes, "}\n")); err != nil {
		return err
	}
	return out.Flush()
}

// records yields the cells of a table that have samples.
func records(t compare.Table, view View) iter.Seq[record] {
	return func(yield func(record) bool) {
		rows, _ := view.rows(t)
		for _, n := range rows {
			for k, cell := range t.Rows[n].Cells {
				r := record{Config: configText(t), Unit: t.Unit, Benchmark: t.Rows[n].Label, Column: t.Columns[k], Base: t.Columns[0]}
				if r.set(cell, t); cell.Has() && !yield(r) {
					return
				}
			}
		}
	}
}

// set fills in the values of a cell.
func (r *record) set(c compare.Cell, t compare.Table) {
	number := func(x float64, ok bool) *float64 {
		if !ok || math.IsInf(x, 0) || math.IsNaN(x) { // JSON has no infinity
			return nil
		}
		return &x
	}
	r.N = c.N
	if !c.Measured() {
		r.Status = string(c.Status)
	}
	r.Value, r.Low, r.High = number(c.Center, c.Measured()), number(c.Lo, c.Measured()), number(c.Hi, c.Measured())
	r.BaseValue, r.Difference = number(c.Base, c.Compared), number(c.Center-c.Base, c.Compared)
	r.Percent = number(c.Change())
	tested := c.Compared && !t.Exact
	known := tested && c.Low > 0
	r.PercentLow, r.PercentHigh = number((c.Low-1)*100, known), number((c.High-1)*100, known)
	r.P, r.PAdjusted = number(c.P, tested), number(c.Adjusted, tested)
	if tested {
		r.Correction = string(t.Correction)
	}
	if c.Compared {
		r.Differs = &c.Differs
	}
}

// allDigits writes a number so that no other number has the same text: whole numbers without an
// exponent.
func allDigits(x *float64) string {
	switch {
	case x == nil:
		return ""
	case *x == math.Trunc(*x):
		return strconv.FormatFloat(*x, 'f', -1, 64)
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
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
