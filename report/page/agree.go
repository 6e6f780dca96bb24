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

// quantity is a value that must be equal for all solvers of a class.
type quantity struct {
	name    string
	byLevel func(cover.Level) int64 // its values by level; nil for the total
	class   []int                   // by column, from 0; -1 for none, or if nobody else is in the class
	total   func(row int) (float64, bool)
	sums    [][]uint64 // by column and instance, of the values by level; 0 if they are not known
}

func ruleClass(c column) string { return string(c.Rule) }

func counterClass(c column) string {
	if c.Rule == "" || c.Counter == "" {
		return ""
	}
	return string(c.Rule) + " " + c.Counter
}

// agreed returns the values that solvers must agree on: first the totals of units, from those that
// most solvers share, then their values by level.
func (s *study) agreed() (all []quantity) {
	var levels []quantity
	for same, class := range []func(column) string{
		results.AllSolvers:  func(column) string { return "all" },
		results.SameRule:    ruleClass,
		results.SameCounter: counterClass,
	} {
		for _, u := range results.Units {
			if class == nil || u.Same != results.Agreement(same) {
				continue
			}
			q := quantity{name: u.Word, class: s.classes(class), total: func(row int) (float64, bool) { return u.Of(s.rows.At(row)) }}
			all = append(all, q)
			if u.ByLevel == nil {
				continue
			}
			q.name, q.byLevel, q.sums = u.Word+" by level", u.ByLevel, make([][]uint64, len(s.columns))
			for k, at := range q.class {
				if at >= 0 {
					q.sums[k] = make([]uint64, len(s.order))
				}
			}
			levels = append(levels, q)
		}
	}
	return append(all, levels...)
}

// classes numbers the classes of the columns.
func (s *study) classes(class func(column) string) []int {
	at := make([]int, len(s.columns))
	for k, c := range s.columns {
		name := class(c)
		same := func(other column) bool { return class(other) == name }
		at[k] = slices.IndexFunc(s.columns, same)
		if name == "" || !slices.ContainsFunc(s.columns, func(other column) bool { return other.number != c.number && same(other) }) {
			at[k] = -1
		}
	}
	return at
}

// value returns what is compared of a column on an instance: the total, or the sum of the values by
// level. It reports false if the column solved nothing, has no such value, or has nobody to compare
// with.
func (q *quantity) value(column, instance int, solved []cell) (uint64, bool) {
	if solved[column].study == nil || q.class[column] < 0 {
		return 0, false
	}
	if q.byLevel != nil {
		sum := q.sums[column][instance]
		return sum, sum > 0
	}
	total, ok := q.total(solved[column].row)
	return uint64(int64(total)), ok
}

// agree reports whether all columns of each class have the same value on an instance.
func (q *quantity) agree(instance int, solved []cell) bool {
	for k := range solved {
		sum, ok := q.value(k, instance, solved)
		if !ok {
			continue
		}
		for j := q.class[k]; j < k; j++ {
			if other, ok := q.value(j, instance, solved); ok && q.class[j] == q.class[k] && other != sum {
				return false
			}
		}
	}
	return true
}

// group is the columns of a class with the same values.
type group struct {
	sum     uint64 // of the values
	total   int64
	columns []column
}

// disagreement is a class that does not agree on a quantity on an instance.
type disagreement struct {
	*quantity
	instance int
	groups   []group
}

// disagreements returns the classes that do not agree on a quantity. Differences by level count only if
// the totals agree. The cells of columns that did not solve the instance are empty.
func (s *study) disagreements(instance int, solved []cell, q *quantity) (all []*disagreement) {
	done := map[int]bool{} // by class
	for first := range solved {
		if _, ok := q.value(first, instance, solved); !ok || done[q.class[first]] {
			continue
		}
		done[q.class[first]] = true
		var groups []group
		for k := first; k < len(solved); k++ {
			sum, ok := q.value(k, instance, solved)
			if !ok || q.class[k] != q.class[first] {
				continue
			}
			at := slices.IndexFunc(groups, func(g group) bool { return g.sum == sum })
			if at < 0 {
				at = len(groups)
				total, _ := q.total(solved[k].row)
				groups = append(groups, group{sum: sum, total: int64(total)})
			}
			groups[at].columns = append(groups[at].columns, s.columns[k])
		}
		otherTotal := func(g group) bool { return g.total != groups[0].total }
		if len(groups) > 1 && (q.byLevel == nil || !slices.ContainsFunc(groups, otherTotal)) {
			all = append(all, &disagreement{q, instance, groups})
		}
	}
	return all
}

// blamed names the solvers outside of the majority or, without a majority, all solvers.
func (s *study) blamed(d *disagreement) string {
	var algorithms [][]string
	for _, g := range d.groups {
		var own []string
		for _, c := range g.columns {
			own = append(own, cmp.Or(c.Algorithm, c.solver))
		}
		algorithms = append(algorithms, own)
	}
	majority := results.Majority(algorithms)
	var blamed []string
	for k, g := range d.groups {
		if k != majority {
			blamed = append(blamed, namesOf(g.columns)...)
		}
	}
	return strings.Join(blamed, ", ")
}

func namesOf(columns []column) (names []string) {
	for _, c := range columns {
		names = append(names, c.name)
	}
	return names
}

// details says which values the groups have: the totals, or those on the first level where they differ.
func (s *study) details(d *disagreement) string {
	var values [][]int64
	for _, g := range d.groups {
		own := []int64{g.total}
		if d.byLevel != nil {
			own = nil
			for _, l := range s.levels[search{d.instance, g.columns[0].number}] {
				own = append(own, d.byLevel(l))
			}
		}
		values = append(values, own)
	}
	level, texts := firstDifference(values)
	var found []string
	for k, g := range d.groups {
		found = append(found, texts[k]+" ("+strings.Join(namesOf(g.columns), ", ")+")")
	}
	details := strings.Join(found, "; ")
	if d.byLevel != nil {
		details = fmt.Sprintf("level %d: %s", level, details)
	}
	return details
}

// firstDifference returns the first level where the groups differ, as any two groups do, and the
// value of each group on that level.
func firstDifference(values [][]int64) (level int, texts []string) {
	for ; ; level++ {
		texts = nil
		for _, own := range values {
			text := "nothing"
			if level < len(own) {
				text = english.Thousands(own[level])
			}
			texts = append(texts, text)
		}
		if slices.ContainsFunc(texts, func(text string) bool { return text != texts[0] }) {
			return level, texts
		}
	}
}
