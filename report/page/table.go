package page

import (
	"fmt"
	"slices"
	"strconv"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/results"
)

// table is one of report's tables on the page. A reader can sort a table with an id by pressing the
// head of a column. The small tables in sections have no id.
type table struct {
	report.Table
	ID   string
	Keys []filterKeys // of the rows; nil if the filter does not apply
}

// filterKeys are the values of an instance that the filter matches.
type filterKeys struct{ Family, Status, Text string }

// The looks of cells that only a page has.
const (
	isLink   report.Look = "link"   // to the section of an instance
	isStatus report.Look = "status" // in the colour of the status
)

// status returns the cell of a status. The status solved looks like other text.
func status(s cover.Status) report.Cell {
	if s == cover.Solved || s == "" {
		return report.Text(string(s))
	}
	return report.Cell{Text: string(s), Look: isStatus}
}

// grouped returns the cell of a whole number of any size, given in decimal.
func grouped(digits string) report.Cell {
	cell := report.Digits(digits)
	cell.Text = english.ThousandsOf(digits)
	return cell
}

// sheet turns a table for a terminal into a table of the page.
func sheet(id string, t report.Table) table { return table{Table: t.ForPeople(), ID: id} }

// NameColumn returns the column with the head of each row: the first that has no numbers.
func (t table) NameColumn() int {
	return slices.IndexFunc(t.Columns, func(c report.Column) bool { return !c.Right })
}

// Key returns what the filter matches in a row, or nil.
func (t table) Key(row int) *filterKeys {
	if t.Keys == nil {
		return nil
	}
	return &t.Keys[row]
}

// sortable returns the number by which a cell is sorted, or "".
func sortable(c report.Cell) string {
	switch x := c.Value.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(x, 'g', 6, 64)
	default:
		return fmt.Sprint(x)
	}
}

// ranking returns the table of the ranking.
func (s *study) ranking() table {
	return sheet("ranking", report.Ranking(s.contest(), s.ranked))
}

// contest returns what is ranked: the instances that all solvers have finished.
func (s *study) contest() report.Contest {
	return report.Contest{Rows: s.finished(), Solvers: s.names(), Classes: s.classes,
		Unit: results.Seconds, Unsolved: compare.PAR2, Limit: s.limit}
}

// familyTable returns the table of families, in their order in the corpus.
func (s *study) familyTable() table {
	t := report.Families(s.contest())
	slices.SortStableFunc(t.Rows, func(a, b []report.Cell) int {
		return slices.Index(s.families, a[0].Text) - slices.Index(s.families, b[0].Text)
	})
	return sheet("family-table", t)
}
