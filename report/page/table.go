package page

import (
	"html/template"
	"math"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"

	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/results"
)

// table is a table of the page. Readers can sort a table with an id by its columns. The small
// tables in sections have no id.
type table struct {
	ID      string // "" for a table in a section
	Caption string
	Heads   []head
	Rows    []row
	Notes   []string
}

type head struct {
	Name  string
	Right bool // a column of numbers
}

type row struct {
	Cells  []entry
	Filter *filterKeys // nil if the filter does not apply
}

// entry is a cell of a table.
type entry struct {
	Text    string
	Value   string // the key for sorting; "" for text
	Number  bool   // the column has numbers
	Status  string // the class of a status in the style sheet
	Href    template.URL
	Command string // the text that a button copies
	Head    bool   // of the row
	Short   bool   // the text is never broken, which saves an element for each place to break it
	Best    bool   // of the row
	Faint   string // a grey text after the text
}

// filterKeys are the values that the filter compares, for rows and sections.
type filterKeys struct {
	Family, Status, Text string
}

func words(s string) entry { return entry{Text: s} }

func number(text string, value float64) entry {
	return entry{Text: text, Value: strconv.FormatFloat(value, 'g', 6, 64), Number: true}
}

func whole(n int64) entry {
	return entry{Text: english.Thousands(n), Value: strconv.FormatInt(n, 10), Number: true}
}

// printed returns a value in a unit.
func printed(u results.Unit, value float64) entry {
	switch {
	case u.Form == results.AsDuration:
		return number(english.Duration(value), value)
	case u.Form == results.AsBytes:
		return number(benchunit.Scale(value, benchunit.Decimal)+"B", value)
	}
	return whole(int64(math.Round(value)))
}

// blank returns the cell of a missing number.
func blank() entry { return entry{Number: true} }

func status(s string) entry { return entry{Text: s, Status: look(s)} }

// ofReport turns a table for the terminal into a table of the page. The column named rowHead names
// the rows.
func ofReport(id string, t report.Table, rowHead string) table {
	out := table{ID: id, Caption: t.Title, Notes: t.Notes}
	for _, c := range t.Columns {
		out.Heads = append(out.Heads, head{c.Name, c.Right})
	}
	for _, cells := range t.Rows {
		var r row
		for k, c := range cells {
			e := entry{Text: c.Text, Number: t.Columns[k].Right, Head: t.Columns[k].Name == rowHead}
			switch v := c.Value.(type) {
			case float64:
				e.Value = strconv.FormatFloat(v, 'g', 6, 64)
				switch key := t.Columns[k].Key; {
				case strings.HasSuffix(key, "_sec"):
					e.Text = english.Duration(v)
				case key == "ratio":
					e.Text = english.ThreeDigits(v) + "×"
				}
			case int64:
				e.Value = strconv.FormatInt(v, 10)
			case int:
				e.Value = strconv.Itoa(v)
			}
			r.Cells = append(r.Cells, e)
		}
		out.Rows = append(out.Rows, r)
	}
	return out
}

// ranking returns the table of the ranking.
func (s *study) ranking() table {
	r, rule := s.rank(s.rows)
	return ofReport("ranking", report.Ranking(r, rule), "solver")
}
