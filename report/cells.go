package report

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"xcbench/compare"
)

// cellRecord is a cell of a comparison for programs.
type cellRecord struct {
	Config     string   `json:"config"`
	Unit       string   `json:"unit"`
	Benchmark  string   `json:"benchmark"`
	Column     string   `json:"column"`
	Base       string   `json:"base"`
	N          int      `json:"n"`
	Status     string   `json:"status"`
	Value      *float64 `json:"value"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	BaseValue  *float64 `json:"base_value"`
	Difference *float64 `json:"difference"`
	Percent    *float64 `json:"percent"`
	P          *float64 `json:"p"`
	Holm       *float64 `json:"p_holm"`
	Differs    *bool    `json:"differs"`
}

var cellHead = []string{"config", "unit", "benchmark", "column", "base", "n", "status", "value", "low", "high",
	"base_value", "difference", "percent", "p", "p_holm", "differs"}

func (c cellRecord) fields() []string {
	line := []string{c.Config, c.Unit, c.Benchmark, c.Column, c.Base, strconv.Itoa(c.N), c.Status}
	for _, x := range []*float64{c.Value, c.Low, c.High, c.BaseValue, c.Difference, c.Percent, c.P, c.Holm} {
		switch {
		case x == nil:
			line = append(line, "")
		case *x == math.Trunc(*x): // all digits of a counter
			line = append(line, strconv.FormatFloat(*x, 'f', -1, 64))
		default:
			line = append(line, strconv.FormatFloat(*x, 'g', -1, 64))
		}
	}
	if c.Differs == nil {
		return append(line, "")
	}
	return append(line, strconv.FormatBool(*c.Differs))
}

// WriteCells writes comparisons as one table for programs, a line a cell, as csv
// or json. It is written as it is made: there may be millions.
func WriteCells(w io.Writer, format string, tables []compare.Table, differ bool) error {
	out := bufio.NewWriter(w)
	lines := csv.NewWriter(out)
	if format == "csv" {
		lines.Write(cellHead)
	} else {
		fmt.Fprint(out, `{"title":"cmp","rows":[`)
	}
	comma := ""
	for _, t := range tables {
		config := configText(t)
		for _, row := range t.Rows {
			if differ && !row.Changed() {
				continue
			}
			for k, cell := range row.Cells {
				if !cell.Has() {
					continue
				}
				record := cellOf(t, cell)
				record.Config, record.Benchmark, record.Column = config, row.Label, t.Columns[k]
				if format == "csv" {
					lines.Write(record.fields())
					continue
				}
				text, err := json.Marshal(record)
				if err != nil {
					return err
				}
				fmt.Fprintf(out, "%s%s", comma, text)
				comma = ",\n"
			}
		}
	}
	lines.Flush()
	if format == "json" {
		notes, err := json.Marshal(append([]string{}, Notes(tables)...))
		if err != nil {
			return err
		}
		fmt.Fprintf(out, `],"notes":%s}`+"\n", notes)
	}
	return out.Flush()
}

// cellOf returns the record of a cell without its place.
func cellOf(t compare.Table, c compare.Cell) cellRecord {
	number := func(x float64, ok bool) *float64 {
		if !ok || math.IsInf(x, 0) || math.IsNaN(x) { // which JSON cannot write
			return nil
		}
		return &x
	}
	percent, ok := c.Change()
	tested := c.Compared && !t.Exact
	r := cellRecord{Unit: t.Unit, Base: t.Columns[0], N: c.N, Status: string(c.Status),
		Value: number(c.Center, c.N > 0), Low: number(c.Lo, c.N > 0), High: number(c.Hi, c.N > 0),
		BaseValue: number(c.Base, c.Compared), Difference: number(c.Center-c.Base, c.Compared), Percent: number(percent, ok),
		P: number(c.P, tested), Holm: number(c.Holm, tested)}
	if c.Compared {
		r.Differs = &c.Differs
	}
	return r
}

func configText(t compare.Table) string {
	var all []string
	for _, kv := range t.Config {
		all = append(all, kv[0]+": "+kv[1])
	}
	return strings.Join(all, "; ")
}

// Notes returns the warnings of tables.
func Notes(tables []compare.Table) []string {
	var all []string
	for _, t := range tables {
		for _, w := range t.Warnings {
			all = append(all, t.Unit+": "+warning(w))
		}
	}
	return all
}
