package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
)

// WriteCSV writes the rows as CSV, below the names of the columns unless head is false: a long table can
// be written in pieces.
func (t Table) WriteCSV(w io.Writer, head bool) error {
	out := csv.NewWriter(w)
	if head {
		var names []string
		for _, c := range t.Columns {
			names = append(names, c.key())
		}
		out.Write(names)
	}
	for _, row := range t.Rows {
		var line []string
		for _, c := range row {
			line = append(line, plainText(c.Value))
		}
		out.Write(line)
	}
	out.Flush()
	return out.Error()
}

// plainText writes a value of CSV.
func plainText(value any) string {
	switch x := value.(type) {
	case nil:
		return ""
	case float64:
		return allDigits(x)
	}
	return fmt.Sprint(value)
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

// json writes one object: the title, the rows as objects by column key, and the lead and the notes
// if there are any.
func (t Table) json(w io.Writer) error {
	rows := make([]record, len(t.Rows))
	for k, row := range t.Rows {
		rows[k] = record{}
		for j, c := range row {
			rows[k][t.Columns[j].key()] = c.Value
		}
	}
	object := record{"title": t.Title, "rows": rows}
	if t.Lead != nil {
		object["lead"] = t.Lead
	}
	if t.Notes != nil {
		object["notes"] = t.Notes
	}
	return json.NewEncoder(w).Encode(object)
}
