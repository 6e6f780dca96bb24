package page

import (
	"fmt"
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

// add adds a row, and returns its details to be set. It returns nil if the table is long enough.
func (f *faulty) add(s *study, instance int, solvers string, fault entry) *entry {
	if f.number++; f.number > worstInstances {
		return nil
	}
	name := entry{Text: s.id(instance), Head: true}
	if s.hasSection[instance] {
		name.Href = link(name.Text)
	}
	line := row{Cells: []entry{name, words(solvers), fault, {}}}
	f.Rows = append(f.Rows, line)
	return &line.Cells[3]
}

// findFaults fills the table of faults: what runs recorded, and totals that differ where they must agree. Runs
// compare their own solvers level by level; totals also compare runs that were never verified together.
func (s *study) findFaults() {
	s.faulty.table = table{ID: "failed", Caption: "Rows that failed or disagree",
		Heads: []head{{"instance", false}, {"solver", false}, {"fault", false}, {"details", false}}}
	for _, instance := range s.order {
		var solved []cell
		var columns []column
		for _, c := range s.columns {
			one, ok := s.cell(instance, c)
			if ok && one.status() == cover.Solved {
				solved, columns = append(solved, one), append(columns, c)
			}
			if ok {
				s.findFaultsOf(&one, instance, c)
			}
		}
		for _, u := range results.Units {
			s.findDifferences(instance, u, solved, columns)
		}
	}
}

// findDifferences adds a fault for each class of columns with several values of a unit on an instance.
func (s *study) findDifferences(instance int, u results.Unit, solved []cell, columns []column) {
	type class struct {
		values []string
		names  map[string][]string // by value
	}
	var order []string
	classes := map[string]*class{}
	for k, c := range columns {
		sample := solved[k].sample()
		v, has := u.Of(sample)
		key := agreeing(c.Class, u.Same)
		if !has || key == "" {
			continue
		}
		if classes[key] == nil {
			order, classes[key] = append(order, key), &class{names: map[string][]string{}}
		}
		of, text := classes[key], english.ThousandsOf(strconv.FormatFloat(v, 'f', -1, 64))
		if u.Name == results.Solutions {
			text = english.ThousandsOf(sample.CountText())
		}
		if of.names[text] == nil {
			of.values = append(of.values, text)
		}
		of.names[text] = append(of.names[text], c.name)
	}
	for _, key := range order {
		if of := classes[key]; len(of.values) > 1 {
			var all, found []string
			for _, v := range of.values {
				all, found = append(all, of.names[v]...), append(found, v+" ("+strings.Join(of.names[v], ", ")+")")
			}
			if details := s.faulty.add(s, instance, strings.Join(all, ", "), words(u.Word+" differ")); details != nil {
				*details = words(strings.Join(found, "; "))
			}
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

// findFaultsOf adds the faults of one column on one instance.
func (s *study) findFaultsOf(one *cell, instance int, c column) {
	ended := one.status()
	if failed(ended) {
		if details := s.faulty.add(s, instance, c.name, status(string(ended))); details != nil {
			sample := one.sample()
			*details = words("after " + english.Duration(sample.Search))
			if results.Doubted(ended) {
				*details = words(counts(sample))
			}
		}
	}
	if text := one.sampleDifference(); text != "" {
		if details := s.faulty.add(s, instance, c.name, words("samples differ")); details != nil {
			*details = words(text)
		}
	}
	in, ok := s.known[s.id(instance)]
	if !ok || ended != cover.Solved {
		return
	}
	sample := one.sample()
	if !in.Solutions.Allows(sample.Solutions, sample.Big) {
		if details := s.faulty.add(s, instance, c.name, words("number of solutions")); details != nil {
			*details = words(fmt.Sprintf("found %s, but the catalogue has %s", english.ThousandsOf(sample.CountText()),
				in.Solutions))
		}
	}
}

// sampleDifference returns the counters of two samples of one search that differ, or "" if all
// samples agree.
func (c *cell) sampleDifference() string {
	if len(c.rows) < 2 {
		return ""
	}
	var first *results.Row
	for _, k := range c.rows {
		r := c.study.rows.At(int(k))
		switch {
		case !r.Measured():
		case first == nil:
			first = &r
		case r.CountText() != first.CountText() || r.Nodes != first.Nodes || r.Updates != first.Updates:
			return counts(*first) + "; then " + counts(r)
		}
	}
	return ""
}

// counts spells the counters of a row.
func counts(r results.Row) string {
	return fmt.Sprintf("%s solutions, %s nodes, %s updates",
		english.ThousandsOf(r.CountText()), english.ThousandsOf(results.CounterText(r.Nodes)),
		english.ThousandsOf(results.CounterText(r.Updates)))
}
