package page

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/internal/lazy"
	"xcbench/report"
	"xcbench/results"
)

// choices are the options that the filter of instances offers.
type choices struct {
	Families, Statuses []string
	Instances          int
}

func (s *study) choices() choices {
	c := choices{Families: s.families, Instances: len(s.shown)}
	for _, status := range s.rows.Statuses() {
		c.Statuses = append(c.Statuses, string(status))
	}
	slices.Sort(c.Statuses)
	return c
}

// anchor returns the id of the section of an instance. No other id on the page has a slash. An
// instance id with unusual characters, which would mean something else in a link, is written in
// hexadecimal.
func anchor(id string) string {
	if plainID().MatchString(id) {
		return "i/" + id
	}
	return fmt.Sprintf("i/%x", id)
}

var plainID = lazy.Regexp(`^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+$`)

// link returns the address of the section of an instance.
func link(id string) template.URL { return template.URL("#" + anchor(id)) }

// filterKeys returns the values of an instance that the filter matches. Each status has a space
// before and after it.
func (s *study) filterKeys(instance int) *filterKeys {
	id := s.id(instance)
	k := filterKeys{Family: s.familyOf(instance), Text: strings.ToLower(id + " " + s.known[id].Title), Status: " "}
	for _, c := range s.columns {
		if one, ok := s.cell(instance, c); ok && !strings.Contains(k.Status, " "+string(one.status())+" ") {
			k.Status += string(one.status()) + " "
		}
	}
	return &k
}

// instanceTable returns the table with one row for each instance, and the median time of each
// column.
func (s *study) instanceTable() table {
	t := table{ID: "instance-table", Caption: "Median time of one search, by instance; bold: shorter than all others beyond the noise",
		Heads: []head{{"instance", false}, {"solutions", true}, {"nodes", true}}}
	for _, c := range s.columns {
		t.Heads = append(t.Heads, head{c.heading(), true})
	}
	at := s.table(results.Seconds)
	for _, instance := range s.shown {
		id := s.id(instance)
		line := row{Filter: s.filterKeys(instance), Cells: []entry{{Text: id, Head: true, Href: link(id)}, blank(), blank()}}
		if one, ok := s.firstSolved(instance); ok {
			sample := one.sample()
			line.Cells[1], line.Cells[2] = wholeText(sample.CountText()), wholeText(report.Counter(sample.Nodes).Text)
		}
		for k, c := range at[id] {
			e := blank()
			switch {
			case c.Status == cover.Solved:
				e = number(english.Duration(c.Center), c.Center)
				e.Best = shortest(at[id], k)
			case c.Status != "":
				e = status(string(c.Status))
				e.Number = true
			}
			line.Cells = append(line.Cells, e)
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// shortest reports whether the interval of a cell is below those of all others that are solved.
func shortest(cells []compare.Cell, k int) bool {
	others := 0
	for j, c := range cells {
		if j == k || c.Status != cover.Solved {
			continue
		}
		if others++; !(cells[k].Hi < c.Lo) {
			return false
		}
	}
	return others > 0
}

// table returns the cells of each instance that is shown, one cell for each column.
func (s *study) table(unit string) map[string][]compare.Cell {
	at := map[string][]compare.Cell{}
	rows := s.rows
	if len(s.shown) < len(s.order) {
		rows = s.rowsOf(s.shown...)
	}
	table := compare.Compare(rows, unit, s.names(), nil)
	for _, row := range table.Rows {
		at[row.Label] = slices.Clone(row.Cells)
	}
	return at
}

// firstSolved returns the cell of the first column that solved the instance. Solvers with the
// default rule come first, so the nodes are theirs if one of them solved it.
func (s *study) firstSolved(instance int) (cell, bool) {
	for _, c := range s.columns {
		if one, ok := s.cell(instance, c); ok && one.status() == cover.Solved {
			return one, true
		}
	}
	return cell{}, false
}

// interval returns the confidence interval of the median, at 95% or more. It is empty if there are
// too few samples.
func interval(c compare.Cell) string {
	if !(c.Lo > 0) || !(c.Hi < 1e300) {
		return ""
	}
	return fmt.Sprintf("%s to %s", english.Duration(c.Lo), english.Duration(c.Hi))
}
