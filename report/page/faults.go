package page

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/results"
)

// addFault adds a row to the table of faults, unless the table is long enough.
func (s *study) addFault(instance int, solvers string, fault report.Cell, details string) {
	if s.faultCount++; s.faultCount > worstInstances {
		return
	}
	name := report.Text(s.id(instance))
	if slices.Contains(s.shown, instance) {
		name.Look = isLink
	}
	s.faults.Add(name, solvers, fault, details)
}

// findFaults fills the table of faults: the searches that failed, and totals that differ where they must agree.
// The other numbers of the page can be trusted only if it is empty. Runs compare their own solvers level by
// level; totals also compare runs that were never verified together, and the catalogue.
func (s *study) findFaults() {
	s.faults = table{ID: "failed", Table: report.Table{Title: "Rows that failed or disagree",
		Columns: report.Heads("instance", "solver", "fault", "details")}}
	for _, instance := range s.order {
		for k, c := range s.columns {
			r, _ := s.sample(instance, k)
			switch {
			case !failed(r.Status):
			case results.Doubted(r.Status):
				s.addFault(instance, c.name, status(r.Status), counts(r))
			default:
				s.addFault(instance, c.name, status(r.Status), "after "+english.Duration(r.Search))
			}
		}
		for _, u := range results.Units {
			if u.Same != results.NoSolvers {
				s.findDifferences(instance, u)
			}
		}
	}
	if s.faultCount > worstInstances {
		s.faults.Notes = []string{fmt.Sprintf("%d of %s faults shown", worstInstances, english.Thousands(int64(s.faultCount)))}
	}
}

// findDifferences adds a fault for each group of columns with several values of a unit on an instance.
func (s *study) findDifferences(instance int, u results.Unit) {
	names := map[[2]string][]string{} // by group and value
	add := func(group, value, name string) {
		if key := [2]string{group, value}; !slices.Contains(names[key], name) {
			names[key] = append(names[key], name)
		}
	}
	for k, c := range s.columns {
		group := agreeing(c.Class, u.Same)
		for _, n := range s.searches(instance, k) {
			r := s.rows.At(int(n))
			v, has := u.Of(r)
			switch {
			case !has || r.Status != cover.Solved || group == "":
			case u.Name != results.Solutions:
				add(group, strconv.FormatFloat(v, 'f', -1, 64), c.name)
			default:
				add(group, r.CountText(), c.name)
				if in, ok := s.known[s.id(instance)]; ok && !in.Solutions.Allows(r.Solutions, r.Big) {
					add(group, in.Solutions.String(), "the catalogue")
				}
			}
		}
	}
	found := map[string][]string{} // by group
	for _, key := range slices.SortedFunc(maps.Keys(names), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		found[key[0]] = append(found[key[0]], english.ThousandsOf(key[1])+" ("+strings.Join(names[key], ", ")+")")
	}
	for _, group := range slices.Sorted(maps.Keys(found)) {
		if len(found[group]) > 1 {
			s.addFault(instance, "", report.Text(u.Word+" differ"), strings.Join(found[group], "; "))
		}
	}
}

// agreeing returns the name of the solvers that must have the same value as those of a class, or "".
func agreeing(c results.Class, same results.Agreement) string {
	switch {
	case same == results.AllSolvers:
		return "all"
	case same == results.SameRule:
		return string(c.Rule)
	case same == results.SameCounter && c.Rule != "" && c.Counter != "":
		return string(c.Rule) + " " + c.Counter
	}
	return ""
}

// counts spells the counters of a row.
func counts(r results.Row) string {
	return fmt.Sprintf("%s solutions, %s nodes, %s updates",
		english.ThousandsOf(r.CountText()), english.ThousandsOf(results.CounterText(r.Nodes)),
		english.ThousandsOf(results.CounterText(r.Updates)))
}
