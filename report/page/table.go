package page

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"

	"golang.org/x/perf/benchunit"

	"xcbench/compare"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/results"
)

// table is a table of the page. A reader can sort a table with an id by pressing the head of a
// column. The small tables in sections have no id.
type table struct {
	ID      string // "" for a table in a section
	Caption string
	Heads   []head
	Rows    []row
	Notes   []string
}

type head struct {
	Name  string
	Right bool // aligned right, as numbers are
}

type row struct {
	Cells  []entry
	Filter *filterKeys // nil if the filter does not apply
}

// entry is a cell of a table.
type entry struct {
	Text    string
	Value   string // the number to sort by; "" sorts by Text
	Number  bool   // the cell is in a column of numbers
	Status  string // the class of the style sheet, if the cell is a status
	Href    template.URL
	Command string // a button copies this command
	Head    bool   // the head of the row
	Short   bool   // the text is never broken, which saves an element for each possible break
	Best    bool   // the best value of the row
	Faint   string // shown in grey after the text
}

// filterKeys are the values that the filter matches.
type filterKeys struct {
	Family, Status, Text string
}

func words(s string) entry { return entry{Text: s} }

func number(text string, value float64) entry {
	return entry{Text: text, Value: strconv.FormatFloat(value, 'g', 6, 64), Number: true}
}

func whole(n int64) entry { return wholeText(strconv.FormatInt(n, 10)) }

// wholeText is whole for a number of any size, in decimal.
func wholeText(n string) entry { return entry{Text: english.ThousandsOf(n), Value: n, Number: true} }

// printed returns a value in the form of its unit.
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

func status(s string) entry { return entry{Text: s, Status: statusClass(s)} }

// fromReport turns a table for a terminal into a table of the page. The column rowHead has the
// heads of the rows.
func fromReport(id string, t report.Table, rowHead string) table {
	t = t.ForPeople()
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
			case int64, int:
				e.Value = fmt.Sprint(v)
			}
			r.Cells = append(r.Cells, e)
		}
		out.Rows = append(out.Rows, r)
	}
	return out
}

// ranking returns the table of the ranking.
func (s *study) ranking() table {
	classes := results.AllClasses(s.runs)
	t := fromReport("ranking", report.Ranking(s.ranked, compare.PAR2, classes), "solver")
	t.Notes = append(t.Notes, report.StartNotes(s.rows, s.names(), classes)...)
	return t
}

// contest returns what is ranked: the instances that all solvers have finished.
func (s *study) contest() report.Contest {
	return report.Contest{Rows: s.finished(), Solvers: s.names(), Classes: results.AllClasses(s.runs),
		Unit: results.Seconds, Unsolved: compare.PAR2, Limit: s.limit}
}

// familyTable returns the table of families, in their order in the corpus.
func (s *study) familyTable() table {
	t := fromReport("family-table", report.Families(s.contest()), "family")
	slices.SortStableFunc(t.Rows, func(a, b row) int {
		return slices.Index(s.families, a.Cells[0].Text) - slices.Index(s.families, b.Cells[0].Text)
	})
	return t
}

// choose returns yes if the condition holds, and no otherwise.
func choose[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}
