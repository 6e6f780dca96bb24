package page

import (
	"cmp"
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
	if s.faulty == nil {
		t := s.findFaults()
		s.faulty = &t
	}
	return *s.faulty
}

func (s *study) findFaults() table {
	t := table{ID: "failed", Caption: "Rows that failed or disagree",
		Heads: []head{{"instance", false}, {"solver", false}, {"fault", false}, {"details", false}}}
	add := func(id, solvers string, fault entry, details string) {
		name := entry{Text: id, Head: true}
		if s.hasSection[id] {
			name.Href = link(id)
		}
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
			default:
				if !failed(one.Status) {
					break
				}
				details := "after " + english.Duration(one.Search)
				if results.Doubted(one.Status) {
					details = counts(*one.Row)
				}
				add(id, c.name, status(string(one.Status)), details)
			}
			if details := sampleDifference(one.rows); details != "" {
				add(id, c.name, words("samples differ"), details)
			}
			if in, ok := s.known[id]; ok && one.Status == cover.Solved && !in.Solutions.Allows(one.Solutions, one.Big) {
				details := fmt.Sprintf("found %s, but the catalogue has %s", english.ThousandsOf(one.CountText()), in.Solutions)
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
	levels bool                // there is a value for each level
	class  func(column) string // "" if the column is in no class
	values func(cell) []int64  // empty if they are not known
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
			v, _ := u.Of(*c.Row)
			return int64(v)
		}
		all = append(all, quantity{u.Word, false, class, func(c cell) []int64 { return []int64{total(c)} }, total})
		if u.ByLevel != nil {
			byLevel := func(c cell) (values []int64) {
				for _, l := range c.levels.All() {
					values = append(values, u.ByLevel(l))
				}
				return values
			}
			levels = append(levels, quantity{u.Word + " by level", true, class, byLevel, total})
		}
	}
	return append(all, levels...)
}

type disagreement struct{ solvers, details string }

// disagree returns a disagreement for each class that does not agree on a quantity. It blames the
// solvers outside of the majority. Without a majority it blames all solvers. Differences by level
// are reported only if the totals agree.
func (s *study) disagree(id string, solved []column, q quantity) (all []disagreement) {
	classes, groups := s.groups(id, solved, q)
	for _, class := range classes {
		among := groups[class]
		sameTotals := !slices.ContainsFunc(among, func(g group) bool { return g.total != among[0].total })
		if len(among) < 2 || q.levels && !sameTotals {
			continue
		}
		level, texts := firstDifference(among)
		var algorithms [][]string
		for _, g := range among {
			algorithms = append(algorithms, g.algorithms)
		}
		majority := results.Majority(algorithms)
		var blamed, found []string
		for k, g := range among {
			if k != majority {
				blamed = append(blamed, g.names...)
			}
			found = append(found, texts[k]+" ("+strings.Join(g.names, ", ")+")")
		}
		details := strings.Join(found, "; ")
		if q.levels {
			details = fmt.Sprintf("level %d: %s", level, details)
		}
		all = append(all, disagreement{strings.Join(blamed, ", "), details})
	}
	return all
}

// group is the columns of a class with the same values.
type group struct {
	values            []int64
	total             int64
	names, algorithms []string
}

// groups returns the classes of the columns that solved an instance, and the groups of each class.
func (s *study) groups(id string, solved []column, q quantity) (classes []string, groups map[string][]group) {
	groups = map[string][]group{}
	for _, c := range solved {
		one, _ := s.cell(id, c)
		class, values := q.class(c), q.values(one)
		if class == "" || len(values) == 0 {
			continue
		}
		if groups[class] == nil {
			classes = append(classes, class)
		}
		k := slices.IndexFunc(groups[class], func(g group) bool { return slices.Equal(g.values, values) })
		if k < 0 {
			k = len(groups[class])
			groups[class] = append(groups[class], group{values: values, total: q.total(one)})
		}
		g := &groups[class][k]
		g.names, g.algorithms = append(g.names, c.name), append(g.algorithms, cmp.Or(c.Algorithm, c.solver))
	}
	return classes, groups
}

// firstDifference returns the first level where the groups differ, as any two groups do, and the
// value of each group on that level.
func firstDifference(groups []group) (level int, texts []string) {
	for ; ; level++ {
		texts = nil
		for _, g := range groups {
			text := "nothing"
			if level < len(g.values) {
				text = english.Thousands(g.values[level])
			}
			texts = append(texts, text)
		}
		if slices.ContainsFunc(texts, func(text string) bool { return text != texts[0] }) {
			return level, texts
		}
	}
}

// sampleDifference returns the counters of two samples of one search that differ, or "" if all
// samples agree.
func sampleDifference(rows []*results.Row) string {
	var first *results.Row
	for _, r := range rows {
		switch {
		case !r.Measured():
		case first == nil:
			first = r
		case r.CountText() != first.CountText() || r.Nodes != first.Nodes || r.Updates != first.Updates:
			return counts(*first) + "; then " + counts(*r)
		}
	}
	return ""
}

// counts spells the counters of a row.
func counts(r results.Row) string {
	return fmt.Sprintf("%s solutions, %s nodes, %s updates",
		english.ThousandsOf(r.CountText()), english.Thousands(r.Nodes), english.Thousands(r.Updates))
}
