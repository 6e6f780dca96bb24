package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// faulty is the table of searches that failed, or that disagree with the other solvers of their class.
// The other numbers of the page can be trusted only if it is empty.
type faulty struct {
	table
	number int // of all rows; the table has the first worstInstances
}

// add adds a row, unless the table is long enough.
func (f *faulty) add(s *study, instance int, solvers string, fault entry, details string) {
	if f.number++; f.number > worstInstances {
		return
	}
	name := entry{Text: s.id(instance), Head: true}
	if s.hasSection[instance] {
		name.Href = link(name.Text)
	}
	f.Rows = append(f.Rows, row{Cells: []entry{name, words(solvers), fault, words(details)}})
}

// findFaults fills the table of faults: what runs recorded, and totals that differ where they must agree. Runs
// compare their own solvers level by level; totals also compare samples, runs that were never verified together,
// and the catalogue.
func (s *study) findFaults() {
	s.faulty.table = table{ID: "failed", Caption: "Rows that failed or disagree",
		Heads: []head{{"instance", false}, {"solver", false}, {"fault", false}, {"details", false}}}
	for _, instance := range s.order {
		for _, c := range s.columns {
			one, ok := s.cell(instance, c)
			if !ok || !failed(one.status()) {
				continue
			}
			sample, details := one.sample(), ""
			if details = "after " + english.Duration(sample.Search); results.Doubted(sample.Status) {
				details = counts(sample)
			}
			s.faulty.add(s, instance, c.name, status(string(sample.Status)), details)
		}
		for _, u := range results.Units {
			if u.Same != results.NoSolvers {
				s.findDifferences(instance, u)
			}
		}
	}
}

// findDifferences adds a fault for each group of samples with several values of a unit on an instance.
func (s *study) findDifferences(instance int, u results.Unit) {
	var groups []*values
	of := map[string]*values{}
	for _, c := range s.columns {
		for _, k := range s.searches.Of(instance, c.number) {
			r := s.rows.At(int(k))
			v, has := u.Of(r)
			if !has || !r.Measured() {
				continue
			}
			key := agreeing(c.Class, u.Same)
			if key == "" || r.Status != cover.Solved { // only the samples of a column agree
				key = "column " + c.name
			}
			if of[key] == nil {
				of[key] = &values{}
				groups = append(groups, of[key])
			}
			if u.Name != results.Solutions {
				of[key].add(strconv.FormatFloat(v, 'f', -1, 64), c.name)
				continue
			}
			of[key].add(r.CountText(), c.name)
			if in, ok := s.known[s.id(instance)]; ok && r.Status == cover.Solved && !in.Solutions.Allows(r.Solutions, r.Big) {
				of[key].add(in.Solutions.String(), "the catalogue")
			}
		}
	}
	for _, g := range groups {
		if len(*g) > 1 {
			var names, found []string
			for _, v := range *g {
				for _, name := range v.names {
					if !slices.Contains(names, name) {
						names = append(names, name)
					}
				}
				found = append(found, english.ThousandsOf(v.text)+" ("+strings.Join(v.names, ", ")+")")
			}
			s.faulty.add(s, instance, strings.Join(names, ", "), words(u.Word+" differ"), strings.Join(found, "; "))
		}
	}
}

// value is a value with the names that have it, and values are those that should be equal.
type value struct {
	text  string
	names []string
}

type values []value

func (all *values) add(text, name string) {
	k := slices.IndexFunc(*all, func(v value) bool { return v.text == text })
	if k < 0 {
		*all = append(*all, value{text, []string{name}})
	} else if v := &(*all)[k]; !slices.Contains(v.names, name) {
		v.names = append(v.names, name)
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
