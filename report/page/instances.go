package page

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// choices are what the filter of the instances offers.
type choices struct {
	Families, Statuses []string
	Instances          int
}

func (s *study) choices() choices {
	c := choices{Families: s.familyNames(), Instances: len(s.instances)}
	for _, r := range s.rows {
		if !slices.Contains(c.Statuses, string(r.Status)) {
			c.Statuses = append(c.Statuses, string(r.Status))
		}
	}
	slices.Sort(c.Statuses)
	return c
}

// anchor is the id of an instance's section. No other id of the page has a slash. Names of foreign
// files may have what means something else in a link.
func anchor(id string) string {
	if plainID.MatchString(id) {
		return "i/" + id
	}
	return fmt.Sprintf("i/%x", id)
}

var plainID = regexp.MustCompile(`^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+$`)

// link leads to an instance's section.
func link(id string) template.URL { return template.URL("#" + anchor(id)) }

// keys are what an instance's row and section are filtered by: its statuses with a blank about each.
func (s *study) keys(id string) *filterKeys {
	k := filterKeys{Family: familyOf(id), Text: strings.ToLower(id + " " + s.known[id].Title), Status: " "}
	for _, c := range s.columns {
		if one, ok := s.cell(id, c); ok && !strings.Contains(k.Status, " "+string(one.Status)+" ") {
			k.Status += string(one.Status) + " "
		}
	}
	return &k
}

// instanceTable has a row an instance, with the median time of each column.
func (s *study) instanceTable() table {
	t := table{ID: "instance-table", Caption: "Instances: median time of one search; the least time of a row is bold",
		Heads: []head{{"instance", false}, {"solutions", true}, {"nodes", true}}}
	for _, c := range s.columns {
		t.Heads = append(t.Heads, head{c.name, true})
	}
	times := results.Compare(s.rows, results.Seconds, s.names())
	at := map[string][]results.Cell{}
	for k, id := range times.Instances {
		at[id] = times.Cells[k]
	}
	for _, id := range s.instances {
		line := row{Filter: s.keys(id), Cells: []entry{{Text: id, Head: true, Href: link(id)}}}
		line.Cells = append(line.Cells, s.agreed(id, solutions), s.agreed(id, nodes))
		best := 0.0
		for _, c := range at[id] {
			if c.Status == cover.Solved && (best == 0 || c.Summary.Center < best) {
				best = c.Summary.Center
			}
		}
		for _, c := range at[id] {
			switch {
			case c.Status == "":
				line.Cells = append(line.Cells, blank())
			case c.Status == cover.Solved:
				e := number(english.Duration(c.Summary.Center), c.Summary.Center)
				e.Best = c.Summary.Center == best && len(s.columns) > 1
				line.Cells = append(line.Cells, e)
			default:
				e := status(string(c.Status))
				e.Number = true
				line.Cells = append(line.Cells, e)
			}
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// agreed is a counter of the first column that solved the instance, which of nodes is that of the default
// rule if it took part.
func (s *study) agreed(id string, value func(cell) int64) entry {
	for _, c := range s.columns {
		if one, ok := s.cell(id, c); ok && one.Status == cover.Solved {
			return whole(value(one))
		}
	}
	return blank()
}

// interval is what the median lies in, with a confidence of at least 95%; empty if
// there are too few samples to say.
func interval(c results.Cell) string {
	lo, hi := c.Summary.Lo, c.Summary.Hi
	if !(lo > 0) || !(hi < 1e300) {
		return ""
	}
	return fmt.Sprintf("%s to %s", english.Duration(lo), english.Duration(hi))
}
