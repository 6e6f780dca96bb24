package page

import (
	"fmt"

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

// findFaults fills the table of faults.
func (s *study) findFaults() error {
	f := &s.faulty
	f.table = table{ID: "failed", Caption: "Rows that failed or disagree",
		Heads: []head{{"instance", false}, {"solver", false}, {"fault", false}, {"details", false}}}
	type pending struct {
		*disagreement
		details *entry
	}
	var later []pending // their levels are read when it is known which the table shows
	solved := make([]cell, len(s.columns))
	for _, instance := range s.order {
		clear(solved)
		for _, c := range s.columns {
			one, ok := s.cell(instance, c)
			if ok && one.status() == cover.Solved {
				solved[c.number] = one
			}
			if ok {
				s.findFaultsOf(&one, instance, c)
			}
		}
		for k := range s.quantities {
			q := &s.quantities[k]
			if q.agree(instance, solved) {
				continue
			}
			for _, d := range s.disagreements(instance, solved, q) {
				if details := f.add(s, instance, s.blamed(d), words(d.name+" differ")); details != nil {
					later = append(later, pending{d, details})
				}
			}
		}
	}
	missing := map[int]bool{}
	for _, p := range later {
		if p.byLevel != nil && !s.hasSection[p.instance] {
			missing[p.instance] = true
		}
	}
	if len(missing) > 0 {
		if err := s.readLevels(func(instance int) bool { return missing[instance] }, nil); err != nil {
			return err
		}
	}
	for _, p := range later {
		*p.details = words(s.details(p.disagreement))
	}
	return nil
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
