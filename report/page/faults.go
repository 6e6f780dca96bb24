package page

import (
	"fmt"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// faults are the searches that failed, and those that count what others of their class do
// not: every number of the rest of the page hangs on there being none.
func (s *study) faults() table {
	t := table{ID: "failed", Caption: "Rows that failed or disagree", Heads: []head{{"instance", false}, {"solver", false}, {"what", false}, {"details", false}}}
	add := func(id, who string, what entry, details string) {
		t.Rows = append(t.Rows, row{Cells: []entry{{Text: id, Head: true, Href: link(id)}, words(who), what, words(details)}})
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
					details = fmt.Sprintf("%s solutions, %s nodes, %s updates", english.Thousands(one.Solutions), english.Thousands(one.Nodes), english.Thousands(one.Updates))
				}
				add(id, c.name, status(string(one.Status)), details)
			}
			if details := unsteady(one.rows); details != "" {
				add(id, c.name, words("samples differ"), details)
			}
			if in, ok := s.known[id]; ok && one.Status == cover.Solved && !in.Solutions.Allows(one.Solutions) {
				add(id, c.name, words("solutions"), fmt.Sprintf("%s, the catalogue has %s", english.Thousands(one.Solutions), in.Solutions))
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

// quantity is a value on which the solvers of a class have to agree.
type quantity struct {
	name   string
	levels bool                // the value has a field for each level
	class  func(column) string // "" for none
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

// quantities are the units on which solvers agree, first in total and then level by level.
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
		all = append(all, quantity{u.Word, false, class, func(c cell) string { return english.Thousands(total(c)) }, total})
		if u.ByLevel != nil {
			levels = append(levels, quantity{u.Word + " by level", true, class, func(c cell) string { return byLevel(c.levels, u.ByLevel) }, total})
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

// disagree returns a disagreement for each class that does not agree. Totals are told where they
// differ, and levels where only they do. It is put down to who is not of the greatest group.
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

// group are columns that agree.
type group struct {
	value string
	total int64
	names []string
}

// apart returns the first of the fields of values in which not all groups agree, and what each has there.
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

// unsteady tells how the samples of one search differ in what has to be the same.
func unsteady(rows []results.Row) string {
	var first *results.Row
	for k := range rows {
		r := &rows[k]
		switch {
		case !r.Measured():
		case first == nil:
			first = r
		case r.Solutions != first.Solutions || r.Nodes != first.Nodes || r.Updates != first.Updates:
			return fmt.Sprintf("%s solutions, %s nodes, %s updates, and %s, %s, %s",
				english.Thousands(first.Solutions), english.Thousands(first.Nodes), english.Thousands(first.Updates), english.Thousands(r.Solutions), english.Thousands(r.Nodes), english.Thousands(r.Updates))
		}
	}
	return ""
}
