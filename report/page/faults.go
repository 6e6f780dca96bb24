package page

import (
	"fmt"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// faults returns a table of the searches that failed, and of the counters that differ within a
// class. The page can be trusted only if this table is empty.
func (s *study) faults() table {
	t := table{ID: "failed", Caption: "Rows that failed or disagree",
		Heads: []head{{"instance", false}, {"solver", false}, {"what", false}, {"details", false}}}
	add := func(id, who string, what entry, details string) {
		t.Rows = append(t.Rows, row{Cells: []entry{{Text: id, Head: true, Href: link(id)}, words(who), what,
			words(details)}})
	}
	agreed := quantities()
	for _, id := range s.instances {
		var solved []column
		for _, c := range s.columns {
			one, ok := s.cell(id, c)
			if !ok {
				continue
			}
			switch one.Status {
			case cover.Solved:
				solved = append(solved, c)
			case cover.Limit, cover.Timeout, cover.Unsupported:
			default:
				details := "after " + english.Duration(one.Search)
				if one.Status == results.Wrong {
					details = countersOf(&one.Row)
				}
				add(id, c.name, status(string(one.Status)), details)
			}
			if details := unsteady(one.rows); details != "" {
				add(id, c.name, words("samples differ"), details)
			}
			if in, ok := s.known[id]; ok && one.Status == cover.Solved && !in.Solutions.Allows(one.Solutions) {
				add(id, c.name, words("solutions"),
					fmt.Sprintf("%s, the catalogue has %s", english.Thousands(one.Solutions), in.Solutions))
			}
		}
		for _, q := range agreed {
			for _, details := range s.disagree(id, solved, q) {
				add(id, details.who, words(q.name+" differ"), details.what)
			}
		}
	}
	return t
}

// quantity is a value on which the solvers of a class must agree.
type quantity struct {
	name   string
	levels bool                // the value has one field per level
	class  func(column) string // the class of a column; "" if it has none
	value  func(cell) string
	total  func(cell) int64
}

func rule(c column) string { return string(c.Rule) }

func counter(c column) string {
	if c.Rule == "" || c.Counter == "" {
		return ""
	}
	return string(c.Rule) + " " + c.Counter
}

// quantities returns the quantities of all units on which solvers agree: first totals, then values
// by level.
func quantities() (all []quantity) {
	var levels []quantity
	for _, u := range results.Units {
		class := map[results.Agreement]func(column) string{
			results.AllSolvers:  func(column) string { return "all" },
			results.SameRule:    rule,
			results.SameCounter: counter,
		}[u.Same]
		if class == nil {
			continue
		}
		total := func(c cell) int64 {
			v, _ := u.Of(c.Row)
			return int64(v)
		}
		all = append(all, quantity{u.Word, false, class,
			func(c cell) string { return english.Thousands(total(c)) }, total})
		if u.ByLevel != nil {
			levels = append(levels, quantity{u.Word + " by level", true, class,
				func(c cell) string { return byLevel(c.levels, u.ByLevel) }, total})
		}
	}
	return append(all, levels...)
}

func solutions(c cell) int64 { return c.Solutions }
func nodes(c cell) int64     { return c.Nodes }

func byLevel(levels []cover.Level, value func(cover.Level) int64) string {
	var all []string
	for _, l := range levels {
		all = append(all, english.Thousands(value(l)))
	}
	return strings.Join(all, " ")
}

type disagreement struct{ who, what string }

// disagree returns a disagreement for each class whose solvers do not agree. It reports levels only
// if the totals agree. It blames the solvers outside the largest group.
func (s *study) disagree(id string, solved []column, q quantity) (all []disagreement) {
	var classes []string
	groups := map[string][]group{}
	for _, c := range solved {
		one, _ := s.cell(id, c)
		class, value := q.class(c), q.value(one)
		if class == "" || value == "" {
			continue
		}
		if groups[class] == nil {
			classes = append(classes, class)
		}
		k := slices.IndexFunc(groups[class], func(g group) bool { return g.value == value })
		if k < 0 {
			k = len(groups[class])
			groups[class] = append(groups[class], group{value: value, total: q.total(one)})
		}
		groups[class][k].names = append(groups[class][k].names, c.name)
	}
	for _, class := range classes {
		among := groups[class]
		sameTotals := !slices.ContainsFunc(among, func(g group) bool { return g.total != among[0].total })
		if len(among) < 2 || q.levels && !sameTotals {
			continue
		}
		level, values := apart(among)
		most := slices.MaxFunc(among, func(a, b group) int { return len(a.names) - len(b.names) })
		var who, what []string
		for k, g := range among {
			if g.value != most.value {
				who = append(who, g.names...)
			}
			what = append(what, values[k]+" ("+strings.Join(g.names, ", ")+")")
		}
		details := strings.Join(what, "; ")
		if q.levels {
			details = fmt.Sprintf("level %d: %s", level, details)
		}
		all = append(all, disagreement{strings.Join(who, ", "), details})
	}
	return all
}

// group is a group of columns with the same value.
type group struct {
	value string
	total int64
	names []string
}

// apart returns the index of the first field in which the groups differ, and that field of each
// group.
func apart(groups []group) (level int, values []string) {
	for ; ; level++ {
		values = nil
		for _, g := range groups {
			field := "nothing"
			if fields := strings.Fields(g.value); level < len(fields) {
				field = fields[level]
			}
			values = append(values, field)
		}
		if slices.ContainsFunc(values, func(v string) bool { return v != values[0] }) || level > len(groups[0].value) {
			return level, values
		}
	}
}

// countersOf lists the counters of a row.
func countersOf(r *results.Row) string {
	return fmt.Sprintf("%s solutions, %s nodes, %s updates",
		english.Thousands(r.Solutions), english.Thousands(r.Nodes), english.Thousands(r.Updates))
}

// unsteady describes how the counters of a search differ between its samples, or returns "" if they
// are equal.
func unsteady(rows []results.Row) string {
	var first *results.Row
	for k := range rows {
		r := &rows[k]
		switch {
		case !r.Measured():
		case first == nil:
			first = r
		case r.Solutions != first.Solutions || r.Nodes != first.Nodes || r.Updates != first.Updates:
			return countersOf(first) + ", and " + countersOf(r)
		}
	}
	return ""
}
