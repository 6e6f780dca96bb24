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

// A page of more than mostInstances instances shows the worst worstInstances of them, and as many
// faults. A browser opens such a page in a second.
const (
	mostInstances  = 1000
	worstInstances = 500
)

// show chooses the instances that the page shows: all, or the worst ones. Instances with more
// failures come first. Among equals, instances that fewer solvers solved come first, and then the
// instances that took longer.
func (s *study) show() {
	if s.shown = s.order; len(s.order) <= mostInstances {
		return
	}
	bad := make([][3]float64, len(s.order)) // failed, unsolved, and the longest time
	for instance := range bad {
		b := &bad[instance]
		for k := range s.columns {
			r, _ := s.sample(instance, k)
			switch {
			case failed(r.Status):
				b[0]++
			case r.Status == cover.Solved:
				b[2] = max(b[2], r.Search)
			case r.Status != "":
				b[1]++
			}
		}
	}
	s.shown = slices.Clone(s.order)
	slices.SortStableFunc(s.shown, func(a, b int) int { return slices.Compare(bad[b][:], bad[a][:]) })
	s.shown = s.shown[:worstInstances]
}

// failed reports whether a search failed: it neither ended nor came to a limit.
func failed(status cover.Status) bool {
	return !slices.Contains([]cover.Status{"", cover.Solved, cover.Limit, cover.Timeout, cover.Unsupported}, status)
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
func (s *study) filterKeys(instance int) filterKeys {
	id := s.id(instance)
	k := filterKeys{Family: s.familyOf(instance), Text: strings.ToLower(id + " " + s.known[id].Title), Status: " "}
	for column := range s.columns {
		if r, ok := s.sample(instance, column); ok && !strings.Contains(k.Status, " "+string(r.Status)+" ") {
			k.Status += string(r.Status) + " "
		}
	}
	return k
}

// instanceTable returns the table of the instances that the page shows, with the median time of each column.
func (s *study) instanceTable() table {
	t := report.Table{Title: "Median time of one search, by instance; bold: shorter than all others beyond the noise",
		Columns: report.Heads("instance", ">solutions", ">nodes")}
	for _, c := range s.columns {
		t.Columns = append(t.Columns, report.Column{Name: report.SolverName(c.name, s.classes), Right: true})
	}
	of, keys := s.comparison(results.Seconds, s.shown), []filterKeys(nil)
	for _, instance := range s.shown {
		id := s.id(instance)
		var solutions, nodes report.Cell
		if r, ok := s.firstSolved(instance); ok {
			solutions, nodes = grouped(r.CountText()), grouped(report.Counter(r.Nodes).Text)
		}
		var times []report.Cell
		best := report.BestColumn(of[id])
		for k, c := range of[id].Cells {
			time := status(c.Status)
			if c.Status == cover.Solved {
				time = report.Value(english.Duration(c.Center), c.Center)
			}
			if k == best {
				time.Look = report.Best
			}
			times = append(times, time)
		}
		t.Add(report.Cell{Text: id, Value: id, Look: isLink}, solutions, nodes, times)
		keys = append(keys, s.filterKeys(instance))
	}
	return table{Table: t.ForPeople(), ID: "instance-table", Keys: keys}
}

// comparison compares the columns on some instances in a unit, by the ids of the instances.
func (s *study) comparison(unit string, some []int) map[string]compare.Row {
	rows, of := s.rows, map[string]compare.Row{}
	if len(some) < len(s.order) {
		rows = s.rowsOf(some...)
	}
	for _, row := range compare.Compare(rows, unit, s.names(), nil).Rows {
		of[row.Label] = row
	}
	return of
}

// rowsOf returns the rows of some instances.
func (s *study) rowsOf(some ...int) *results.Rows {
	rows := &results.Rows{}
	for _, instance := range some {
		for k := range s.columns {
			for _, n := range s.searches(instance, k) {
				rows.Add(s.rows.At(int(n)))
			}
		}
	}
	return rows
}

// firstSolved returns a row of the first column that solved the instance. Solvers with the default
// rule come first, so the nodes are theirs if one of them solved it.
func (s *study) firstSolved(instance int) (results.Row, bool) {
	for k := range s.columns {
		if r, _ := s.sample(instance, k); r.Status == cover.Solved {
			return r, true
		}
	}
	return results.Row{}, false
}
