package page

import (
	"fmt"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// faults returns the table of searches that failed, or that disagree with the other solvers of
// their class. The other numbers of the page can be trusted only if this table is empty.
func (s *study) faults() table {
	t := table{ID: "failed", Caption: "Rows that failed or disagree",
		Heads: []head{{"instance", false}, {"solver", false}, {"fault", false}, {"details", false}}}
	add := func(id, solvers string, fault entry, details string) {
		name := entry{Text: id, Head: true, Href: link(id)}
		t.Rows = append(t.Rows, row{Cells: []entry{name, words(solvers), fault, words(details)}})
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
					details = counts(one.Row)
				}
				add(id, c.name, status(string(one.Status)), details)
			}
			if details := sampleDifference(one.rows); details != "" {
				add(id, c.name, words("samples differ"), details)
			}
			if in, ok := s.known[id]; ok && one.Status == cover.Solved && !in.Solutions.Allows(one.Solutions) {
				details := fmt.Sprintf("found %s, but the catalogue has %s", english.Thousands(one.Solutions), in.Solutions)
				add(id, c.name, words("number of solutions"), details)
			}
		}
		for _, q := range agreed {
			for _, d := range s.disagree(id, solved, q) {
				add(id, d.solvers, words(q.name+" differ"), d.details)
			}
		}
	}
	return t
}

// quantity is a value that must be equal for all solvers of a class.
type quantity struct {
	name   string
	levels bool                // the value has a field for each level
	class  func(column) string // "" if the column is in no class
	value  func(cell) string
	total  func(cell) int64
}

func ruleClass(c column) string { return string(c.Rule) }

func counterClass(c column) string {
	if c.Rule == "" || c.Counter == "" {
		return ""
	}
	return string(c.Rule) + " " + c.Counter
}

// quantities returns the values that solvers must agree on: first the totals of units, then their
// values by level.
func quantities() (all []quantity) {
	var levels []quantity
	for _, u := range results.Units {
		class := map[results.Agreement]func(column) string{
			results.AllSolvers:  func(column) string { return "all" },
			results.SameRule:    ruleClass,
			results.SameCounter: counterClass,
		}[u.Same]
		if class == nil {
			continue
		}
		total := func(c cell) int64 {
			v, _ := u.Of(c.Row)
			return int64(v)
		}
		inTotal := func(c cell) string { return english.Thousands(total(c)) }
		all = append(all, quantity{u.Word, false, class, inTotal, total})
		if u.ByLevel != nil {
			byLevel := func(c cell) string { return fields(c.levels, u.ByLevel) }
			levels = append(levels, quantity{u.Word + " by level", true, class, byLevel, total})
		}
	}
	return append(all, levels...)
}

func solutions(c cell) int64 { return c.Solutions }
func nodes(c cell) int64     { return c.Nodes }

// fields returns the values of all levels, separated by spaces.
func fields(levels []cover.Level, value func(cover.Level) int64) string {
	var all []string
	for _, l := range levels {
		all = append(all, english.Thousands(value(l)))
	}
	return strings.Join(all, " ")
}

type disagreement struct{ solvers, details string }

// disagree returns a disagreement for each class that does not agree on a quantity. It blames the
// solvers outside of the largest group with equal values. Differences by level are reported only if
// the totals agree.
func (s *study) disagree(id string, solved []column, q quantity) (all []disagreement) {
	classes, groups := s.groups(id, solved, q)
	for _, class := range classes {
		among := groups[class]
		sameTotals := !slices.ContainsFunc(among, func(g group) bool { return g.total != among[0].total })
		if len(among) < 2 || q.levels && !sameTotals {
			continue
		}
		level, values := firstDifference(among)
		largest := slices.MaxFunc(among, func(a, b group) int { return len(a.names) - len(b.names) })
		var blamed, found []string
		for k, g := range among {
			if g.value != largest.value {
				blamed = append(blamed, g.names...)
			}
			found = append(found, values[k]+" ("+strings.Join(g.names, ", ")+")")
		}
		details := strings.Join(found, "; ")
		if q.levels {
			details = fmt.Sprintf("level %d: %s", level, details)
		}
		all = append(all, disagreement{strings.Join(blamed, ", "), details})
	}
	return all
}

// group is the columns of a class with the same value.
type group struct {
	value string
	total int64
	names []string
}

// groups returns the classes of the columns that solved an instance, and the groups of each class.
func (s *study) groups(id string, solved []column, q quantity) (classes []string, groups map[string][]group) {
	groups = map[string][]group{}
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
	return classes, groups
}

// firstDifference returns the first level where the groups differ, and the value of each group on
// that level.
func firstDifference(groups []group) (level int, values []string) {
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

// sampleDifference returns the counters of two samples of one search that differ, or "" if all
// samples agree.
func sampleDifference(rows []results.Row) string {
	var first *results.Row
	for k := range rows {
		r := &rows[k]
		switch {
		case !r.Measured():
		case first == nil:
			first = r
		case r.Solutions != first.Solutions || r.Nodes != first.Nodes || r.Updates != first.Updates:
			return counts(*first) + "; then " + counts(*r)
		}
	}
	return ""
}

// counts spells the counters of a row.
func counts(r results.Row) string {
	return fmt.Sprintf("%s solutions, %s nodes, %s updates",
		english.Thousands(r.Solutions), english.Thousands(r.Nodes), english.Thousands(r.Updates))
}
