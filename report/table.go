package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/olekukonko/tablewriter/renderer"

	"xcbench/cover"
	"xcbench/internal/english"
)

// Formats are the ways to write a table.
var Formats = []string{"text", "md", "csv", "json", "html", "latex"}

// Table is a table of results for people and programs.
type Table struct {
	Title   string
	Lead    []string // sentences between the title and the table; CSV has no place for them
	Columns []Column
	Rows    [][]Cell
	Notes   []string // remarks below the table; CSV has no place for them
	Most    int      // people see that many rows; 0 for all
	Colour  bool     // text has the colours of a terminal

	width int // of the lines of text, in characters; 0 for any
}

// Column is the head of a column. People see no column without a name or without any text.
type Column struct {
	Name  string
	Right bool   // numbers align right
	Key   string // the name for programs, different from those of all other columns; "" if it is Name
}

// Heads returns columns from texts such as "name", ">name" for numbers, which align right, and "name:key".
func Heads(columns ...string) (all []Column) {
	for _, text := range columns {
		name, key, _ := strings.Cut(text, ":")
		name, right := strings.CutPrefix(name, ">")
		all = append(all, Column{name, right, key})
	}
	return all
}

func (c Column) key() string { return cmp.Or(c.Key, c.Name) }

// Cell is one value: a text for people, and a value for programs. The value is nil if there is
// none.
type Cell struct {
	Text  string
	Value any
	Look  Look
}

// Look is how a cell is set apart from others.
type Look string

// The looks.
const (
	Plain  Look = ""
	Best   Look = "best"   // of a row
	Better Look = "better" // significantly, than the base
	Worse  Look = "worse"
)

// Text returns the cell of a text.
func Text(s string) Cell { return Value(s, s) }

// Value returns the cell of a value, with a text for people.
func Value(text string, x any) Cell { return Cell{Text: text, Value: x} }

// Counter returns a cell for a number of nodes or updates. It is empty if they are not counted.
func Counter(n int64) Cell {
	if n == cover.Uncounted {
		return Cell{}
	}
	return Int(n)
}

// Int returns the cell of an integer.
func Int(n int64) Cell { return Value(fmt.Sprint(n), n) }

// Digits returns the cell of a whole number of any size, given in decimal. For programs, a number
// beyond 64 bits is a text: few of them read such a number exactly.
func Digits(text string) Cell {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return Int(n)
	}
	return Text(text)
}

// Real returns the cell of a number with the given number of digits after the point.
func Real(x float64, digits int) Cell { return Value(strconv.FormatFloat(x, 'f', digits, 64), x) }

// share returns the cell of a share, in percent for people.
func share(x float64) Cell { return Value(fmt.Sprintf("%.1f%%", 100*x), x) }

// line returns a row of cells and values; nil stands for an empty cell.
func line(values ...any) (row []Cell) {
	for _, v := range values {
		switch v := v.(type) {
		case Cell:
			row = append(row, v)
		case nil, float64: // people see another text of a number, if any
			row = append(row, Cell{Value: v})
		case []Cell:
			row = append(row, v...)
		default:
			row = append(row, Value(fmt.Sprint(v), v))
		}
	}
	return row
}

// Add adds a row of values, each with its text, and of cells; nil stands for an empty cell.
func (t *Table) Add(values ...any) { t.Rows = append(t.Rows, line(values...)) }

// note adds a note.
func (t *Table) note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// WithTitleColumn returns the table with its title in front of each row.
func (t Table) WithTitleColumn() Table {
	t.Columns = slices.Concat(Heads("table"), t.Columns)
	t.Rows = mapped(t.Rows, func(row []Cell) []Cell { return line(t.Title, row) })
	return t
}

// only returns the table with some of its columns, by their places.
func (t Table) only(keep func(int) bool) Table {
	t.Columns = kept(t.Columns, keep)
	t.Rows = mapped(t.Rows, func(row []Cell) []Cell { return kept(row, keep) })
	return t
}

// kept returns the elements at some places.
func kept[T any](all []T, keep func(int) bool) (some []T) {
	for k, x := range all {
		if keep(k) {
			some = append(some, x)
		}
	}
	return some
}

// ForPeople returns the table with the rows and columns that people see. A note says how many rows there are beside.
func (t Table) ForPeople() Table {
	if hidden := len(t.Rows) - t.Most; t.Most > 0 && hidden > 0 {
		t.Rows, t.Notes = t.Rows[:t.Most], append(slices.Clip(t.Notes), "and "+english.Count(hidden, "line")+" more; --format json has all")
	}
	filled := make([]bool, len(t.Columns))
	for _, row := range t.Rows {
		for k, c := range row {
			if c.Text != "" {
				filled[k] = t.Columns[k].Name != ""
			}
		}
	}
	return t.only(func(k int) bool { return filled[k] })
}

// Write writes the table in one of the Formats.
func (t Table) Write(w io.Writer, format string) error {
	switch format {
	case "md":
		return t.write(w, markdown, renderer.NewMarkdown(), markdownPage)
	case "html":
		return t.write(w, inHTML, renderer.NewHTML(renderer.HTMLConfig{}), htmlPage)
	case "latex":
		return t.write(w, inLatex, nil, latexPage)
	case "csv":
		return t.writeCSV(w)
	case "json":
		return t.writeJSON(w)
	}
	return t.write(w, printable, renderer.NewBlueprint(plain), textPage)
}
