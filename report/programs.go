package report

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
)

// WriteRows writes tables with the same columns as one, as csv or json. Each is written as soon as it is made. CSV
// has no place for titles and notes. JSON is one object: the title, the rows as objects by the keys of the columns,
// one a line, and what else the tables have.
func WriteRows(w io.Writer, format, title string, tables iter.Seq[Table]) error {
	if format == "csv" {
		return writeCSV(w, tables)
	}
	out := bufio.NewWriter(w)
	var failed error
	encoded := func(value any) []byte {
		text, err := json.Marshal(value)
		failed = cmp.Or(failed, err)
		return text
	}
	rest := struct {
		Lead  []string `json:"lead,omitempty"`
		Notes []string `json:"notes"`
	}{Notes: []string{}}
	fmt.Fprintf(out, `{"title":%s,"rows":[`, encoded(title))
	between := ""
	for t := range tables {
		for _, cells := range t.Rows {
			row := map[string]any{}
			for k, c := range cells {
				row[t.Columns[k].key()] = c.Value
			}
			fmt.Fprintf(out, "%s%s", between, encoded(row))
			between = ",\n"
		}
		rest.Lead, rest.Notes = append(rest.Lead, t.Lead...), append(rest.Notes, t.Notes...)
	}
	fmt.Fprintf(out, "],%s\n", encoded(rest)[1:])
	return cmp.Or(failed, out.Flush())
}

func writeCSV(w io.Writer, tables iter.Seq[Table]) error {
	out, heads := csv.NewWriter(w), false
	for t := range tables {
		if !heads {
			heads = true
			out.Write(mapped(t.Columns, Column.key))
		}
		for _, row := range t.Rows {
			out.Write(mapped(row, Cell.plain))
		}
	}
	out.Flush()
	return out.Error()
}

// plain writes the value for CSV.
func (c Cell) plain() string {
	switch x := c.Value.(type) {
	case nil:
		return ""
	case float64:
		return allDigits(x)
	}
	return fmt.Sprint(c.Value)
}

// allDigits writes a number so that no other number has the same text: whole numbers without an
// exponent.
func allDigits(x float64) string {
	form := byte('g')
	if x == math.Trunc(x) {
		form = 'f'
	}
	return strconv.FormatFloat(x, form, -1, 64)
}

// number returns a number that may be missing. JSON has no infinity.
func number(x float64, ok bool) any {
	if !ok || math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return x
}
