package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"xcbench/results/compare"
)

// cellHead names what programs are told of a cell of a comparison.
var cellHead = [...]string{"config", "unit", "benchmark", "column", "base", "n", "status", "value", "low", "high",
	"base_value", "difference", "percent", "p", "p_holm", "differs"}

// cellForm is a way to write cells. There may be millions, so that each is made in
// place, and texts are quoted once for all cells that have them.
type cellForm struct {
	before             [len(cellHead)]string // each field
	end, between, none string                // of a cell, of two cells, for what there is not
	quote              func(string) string
	number             func([]byte, float64) []byte
}

var csvCells = cellForm{end: "\n", quote: quoteCSV, number: appendDigits}
var jsonCells = cellForm{end: "}", between: ",\n", none: "null", quote: quoteJSON, number: appendJSON}

func init() {
	for k, name := range cellHead {
		csvCells.before[k], jsonCells.before[k] = ",", `,"`+name+`":`
	}
	csvCells.before[0], jsonCells.before[0] = "", `{"config":`
}

// WriteCells writes comparisons as one table for programs, a line a cell, as csv
// or json. It is written as it is made.
func WriteCells(w io.Writer, format string, tables iter.Seq[compare.Table], differ bool) error {
	out := bufio.NewWriterSize(w, 1<<16)
	form := &jsonCells
	if format == "csv" {
		form = &csvCells
		fmt.Fprintln(out, strings.Join(cellHead[:], ","))
	} else {
		fmt.Fprint(out, `{"title":"cmp","rows":[`)
	}
	between, notes := "", []string{} // for JSON
	var buf []byte
	for t := range tables {
		if format == "json" {
			notes = append(notes, Notes(t)...)
		}
		line := cellLine{form: form, exact: t.Exact, config: form.quote(configText(t)), unit: form.quote(t.Unit)}
		var columns []string
		for _, name := range t.Columns {
			columns = append(columns, form.quote(name))
		}
		line.base = columns[0]
		for _, row := range t.Rows {
			if differ && !row.Changed() {
				continue
			}
			line.benchmark = form.quote(row.Label)
			for k := range row.Cells {
				if row.Cells[k].Has() {
					line.column = columns[k]
					buf = line.append(append(buf[:0], between...), &row.Cells[k])
					out.Write(buf)
					between = form.between
				}
			}
		}
	}
	if format == "json" {
		text, err := json.Marshal(notes)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, `],"notes":%s}`+"\n", text)
	}
	return out.Flush()
}

// cellLine is the line of a cell; its texts are quoted.
type cellLine struct {
	form                                  *cellForm
	config, unit, benchmark, column, base string
	exact                                 bool
}

func (l *cellLine) append(b []byte, c *compare.Cell) []byte {
	field := 0
	next := func() {
		b = append(b, l.form.before[field]...)
		field++
	}
	for _, text := range [...]string{l.config, l.unit, l.benchmark, l.column, l.base} {
		next()
		b = append(b, text...)
	}
	next()
	b = strconv.AppendInt(b, int64(c.N), 10)
	next()
	status := ""
	if !c.Measured() { // it says why there is no value
		status = string(c.Status)
	}
	b = append(b, l.form.quote(status)...)
	number := func(x float64, ok bool) {
		next()
		if !ok || math.IsInf(x, 0) || math.IsNaN(x) { // which JSON cannot write
			b = append(b, l.form.none...)
			return
		}
		b = l.form.number(b, x)
	}
	number(c.Center, c.N > 0)
	number(c.Lo, c.N > 0)
	number(c.Hi, c.N > 0)
	number(c.Base, c.Compared)
	number(c.Center-c.Base, c.Compared)
	number(c.Change())
	number(c.P, c.Compared && !l.exact)
	number(c.Holm, c.Compared && !l.exact)
	next()
	if c.Compared {
		b = strconv.AppendBool(b, c.Differs)
	} else {
		b = append(b, l.form.none...)
	}
	return append(b, l.form.end...)
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
