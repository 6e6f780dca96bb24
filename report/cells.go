package report

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"xcbench/results/compare"
)

// record is a cell of a comparison for programs. Its JSON keys are the columns of the CSV. A number is
// nil if there is none.
type record struct {
	Config     string   `json:"config"`
	Unit       string   `json:"unit"`
	Benchmark  string   `json:"benchmark"`
	Column     string   `json:"column"`
	Base       string   `json:"base"`
	N          int      `json:"n"`
	Status     string   `json:"status"` // why there is no value
	Value      *float64 `json:"value"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	BaseValue  *float64 `json:"base_value"`
	Difference *float64 `json:"difference"`
	Percent    *float64 `json:"percent"`
	P          *float64 `json:"p"`
	PHolm      *float64 `json:"p_holm"`
	Differs    *bool    `json:"differs"`
}

var recordHead = []string{"config", "unit", "benchmark", "column", "base", "n", "status", "value", "low", "high",
	"base_value", "difference", "percent", "p", "p_holm", "differs"}

// WriteCells writes comparisons as one table for programs, a line for each cell, as csv or json. Each
// comparison is written as soon as it is made. With differ, only rows in which something is different
// are written.
func WriteCells(w io.Writer, format string, tables iter.Seq[compare.Table], differ bool) error {
	if format == "csv" {
		return writeCellsCSV(w, tables, differ)
	}
	return writeCellsJSON(w, tables, differ)
}

func writeCellsCSV(w io.Writer, tables iter.Seq[compare.Table], differ bool) error {
	out := csv.NewWriter(w)
	out.Write(recordHead)
	line := make([]string, len(recordHead))
	for t := range tables {
		for r := range records(t, differ) {
			line = append(line[:0], r.Config, r.Unit, r.Benchmark, r.Column, r.Base, strconv.Itoa(r.N), r.Status)
			for _, x := range []*float64{r.Value, r.Low, r.High, r.BaseValue, r.Difference, r.Percent, r.P, r.PHolm} {
				line = append(line, allDigits(x))
			}
			differs := ""
			if r.Differs != nil {
				differs = strconv.FormatBool(*r.Differs)
			}
			out.Write(append(line, differs))
		}
	}
	out.Flush()
	return out.Error()
}

func writeCellsJSON(w io.Writer, tables iter.Seq[compare.Table], differ bool) error {
	out := bufio.NewWriterSize(w, 1<<16)
	write := func(before string, what any, after string) error {
		text, err := json.Marshal(what)
		out.WriteString(before)
		out.Write(text)
		out.WriteString(after)
		return err
	}
	between, notes := "", []string{}
	out.WriteString(`{"title":"cmp","rows":[`)
	for t := range tables {
		notes = append(notes, Notes(t)...)
		for r := range records(t, differ) {
			if err := write(between, r, ""); err != nil {
				return err
			}
			between = ",\n"
		}
	}
	if err := write(`],"notes":`, notes, "}\n"); err != nil {
		return err
	}
	return out.Flush()
}

// records yields the cells of a table that have samples. The record is only valid until the next one.
func records(t compare.Table, differ bool) iter.Seq[*record] {
	return func(yield func(*record) bool) {
		numbers := new([8]float64)
		r := record{Config: configText(t), Unit: t.Unit, Base: t.Columns[0]}
		for _, row := range t.Rows {
			if differ && !row.Changed() {
				continue
			}
			r.Benchmark = row.Label
			for k := range row.Cells {
				if row.Cells[k].Has() {
					r.Column = t.Columns[k]
					r.set(&row.Cells[k], t.Exact, numbers)
					if !yield(&r) {
						return
					}
				}
			}
		}
	}
}

// set fills in the values of a cell. The numbers are where the record's pointers lead.
func (r *record) set(c *compare.Cell, exact bool, numbers *[8]float64) {
	at := 0
	number := func(x float64, ok bool) *float64 {
		if !ok || math.IsInf(x, 0) || math.IsNaN(x) { // JSON has no infinity
			return nil
		}
		at++
		numbers[at-1] = x
		return &numbers[at-1]
	}
	r.N, r.Status, r.Differs = c.N, "", nil
	if !c.Measured() {
		r.Status = string(c.Status)
	}
	r.Value, r.Low, r.High = number(c.Center, c.Measured()), number(c.Lo, c.Measured()), number(c.Hi, c.Measured())
	r.BaseValue, r.Difference = number(c.Base, c.Compared), number(c.Center-c.Base, c.Compared)
	r.Percent = number(c.Change())
	r.P, r.PHolm = number(c.P, c.Compared && !exact), number(c.Holm, c.Compared && !exact)
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
