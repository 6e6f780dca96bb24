package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// writeJSON writes one object: the title, the rows as objects by the keys of the columns, and the sentences.
func (t Table) writeJSON(w io.Writer) error {
	object := func(cells []Cell) any {
		row := map[string]any{}
		for k, c := range cells {
			row[t.Columns[k].key()] = c.Value
		}
		return row
	}
	return json.NewEncoder(w).Encode(struct {
		Title string   `json:"title"`
		Rows  []any    `json:"rows"`
		Lead  []string `json:"lead,omitempty"`
		Notes []string `json:"notes"`
	}{t.Title, append([]any{}, mapped(t.Rows, object)...), t.Lead, append([]string{}, t.Notes...)})
}

// writeCSV writes the heads and the rows. CSV has no place for titles and sentences.
func (t Table) writeCSV(w io.Writer) error {
	cells := func(row []Cell) []string { return mapped(row, Cell.plain) }
	return csv.NewWriter(w).WriteAll(slices.Insert(mapped(t.Rows, cells), 0, mapped(t.Columns, Column.key)))
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
	return strconv.FormatFloat(x, choose[byte](x == math.Trunc(x), 'f', 'g'), -1, 64)
}

// number returns a number that may be missing. JSON has no infinity.
func number(x float64, ok bool) any {
	if !ok || math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return x
}
