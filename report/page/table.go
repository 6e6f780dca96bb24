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

// table is a table of the page. Those with an id sort when their heads are pressed; the small ones in
// sections do not.
type table struct {
	ID      string // "" for a table in a section
	Caption string
	Heads   []head
	Rows    []row
	Notes   []string
}

type head struct {
	Name  string
	Right bool // numbers
}

type row struct {
	Cells  []entry
	Filter *filterKeys // nil where the filter does not apply
}

// entry is a cell of a table.
type entry struct {
	Text    string
	Value   string // to sort by; "" for text
	Number  bool   // it stands in a column of numbers
	Status  string // the cell is a status, which has a look
	Href    template.URL
	Command string // that a button copies
	Head    bool   // of the row
	Short   bool   // the text needs no places to be broken at, of which each is an element
	Best    bool   // of the row
	Faint   string // said after the text, in grey
}

// filterKeys are what rows and sections are filtered by.
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

// printed is a value in a unit.
func printed(u results.Unit, value float64) entry {
	switch {
	case u.Form == results.AsDuration:
		return number(english.Duration(value), value)
	case u.Form == results.AsBytes:
		return number(benchunit.Scale(value, benchunit.Decimal)+"B", value)
	}
	return whole(int64(math.Round(value)))
}

// blank is a missing number.
func blank() entry { return entry{Number: true} }

func status(s string) entry { return entry{Text: s, Status: look(s)} }

// ofReport turns a table of a terminal into one of the page; the column called head names the rows.
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

// ranking is the table of the ranking.
func (s *study) ranking() table {
	r, rule := s.rank(s.rows)
	return ofReport("ranking", report.Ranking(r, rule), "solver")
}
