package fleet

import (
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/results"
)

// Search is a search of the plan, with what is known of it.
type Search struct {
	InstanceID, Solver string
	Limits             Limits
	Stats              cover.Stats // valid if Missing and Aside are empty; Search is the sum over the parts
	Fault              string      // of the first part that has one
	Tasks              int
	Missing            []Task            // the tasks without a result
	Aside              []Aside           // the tasks that were set aside
	Machines           []results.Machine // in the order in which they occur
}

// Whole reports whether all tasks of the search have results.
func (s *Search) Whole() bool { return len(s.Missing) == 0 && len(s.Aside) == 0 }

// Status returns how the search ended: "" unless it is whole.
func (s *Search) Status() cover.Status {
	if !s.Whole() {
		return ""
	}
	return s.Stats.Status
}

// Join reads all results and passes each search to yield, with the sums over its tasks. Searches come
// in the order of the plan. Notes receives what people should know about the folder. The error is a
// [ConflictError] if two results of one task differ.
func (f *Folder) Join(yield func(Search) error, notes func(string)) error {
	made, junk, err := f.attempts()
	if err != nil {
		return err
	}
	for _, note := range junk {
		notes(note)
	}
	j := &joiner{folder: f, yield: yield}
	for pack := 1; pack <= f.head.Packs; pack++ {
		s, err := f.state(pack, made[pack])
		if err != nil {
			return err
		}
		for _, note := range s.notes {
			notes(note)
		}
		for _, t := range s.tasks {
			if err := j.add(t, s); err != nil {
				return err
			}
		}
	}
	if err := j.flush(); err != nil {
		return err
	}
	if j.tasks != f.head.Tasks {
		return fmt.Errorf("%s: found %d tasks in the packs, expected the %d that were planned; plan again", f.path, j.tasks,
			f.head.Tasks)
	}
	return nil
}

// joiner adds up tasks. The tasks of a divided search follow each other, the trunk first.
type joiner struct {
	folder  *Folder
	yield   func(Search) error
	tasks   int
	current *Search
	whole   string          // the name of the current search
	parts   map[string]bool // by name, the parts of the current search that are still to come
	last    Problem         // the last problem read
}

func (j *joiner) add(t Task, s *state) error {
	if t.Batch > 0 {
		return j.batch(t, s)
	}
	j.tasks++
	if whole := t.whole().name(); whole != j.whole || t.Part == nil {
		if err := j.flush(); err != nil {
			return err
		}
		j.whole = whole
		j.current = &Search{InstanceID: t.InstanceID, Solver: t.Solver, Limits: t.Limits,
			Stats: cover.Stats{Status: cover.Solved}}
		j.parts = map[string]bool{}
		for k := range t.Trunk {
			j.parts[t.of(&t.Trunk[k]).Name] = true
		}
		if t.Part != nil {
			return fmt.Errorf("task %s (%s) comes before the trunk of its search, expected it after; plan again", t.Name, t.What())
		}
	}
	if t.Part != nil {
		if !j.parts[t.Name] {
			return fmt.Errorf("task %s (%s) is no part that the trunk leaves out, or comes twice; plan again", t.Name, t.What())
		}
		delete(j.parts, t.Name)
	}
	return j.sum(t, s)
}

// sum adds the result of a task to the search.
func (j *joiner) sum(t Task, s *state) error {
	c := j.current
	c.Tasks++
	r, done := s.results[t.Name]
	switch {
	case !done && s.aside[t.Name] != "":
		c.Aside = append(c.Aside, Aside{t.Name, s.aside[t.Name]})
		return nil
	case !done:
		c.Missing = append(c.Missing, t)
		return nil
	}
	m := s.machines[t.Name]
	if one := m.place(); !slices.Contains(c.Machines, one) {
		c.Machines = append(c.Machines, one)
	}
	if c.Fault == "" {
		c.Fault = r.Fault
	}
	if t.Part == nil && t.Trunk == nil {
		if err := j.check(t, &r); err != nil {
			return err
		}
		c.Stats, c.Fault = r.Stats, r.Fault
		return nil
	}
	addStats(&c.Stats, r.Stats)
	if len(j.parts) == 0 && c.Whole() {
		whole := Result{Stats: c.Stats, Fault: c.Fault}
		err := j.check(t, &whole)
		c.Stats, c.Fault = whole.Stats, whole.Fault
		return err
	}
	return nil
}

// addStats adds the statistics of a part to those of other parts.
func addStats(all *cover.Stats, one cover.Stats) {
	if worse(one.Status, all.Status) {
		all.Status = one.Status
	}
	all.Solutions, all.Nodes, all.Updates = all.Solutions+one.Solutions, all.Nodes+one.Nodes, all.Updates+one.Updates
	all.Setup, all.Search = max(all.Setup, one.Setup), all.Search+one.Search
	for k, l := range one.Levels {
		if k == len(all.Levels) {
			all.Levels = append(all.Levels, cover.Level{})
		}
		all.Levels[k].Nodes += l.Nodes
		all.Levels[k].Updates += l.Updates
	}
}

// worse reports whether status a of a part overrides status b of the others.
func worse(a, b cover.Status) bool {
	order := []cover.Status{cover.Solved, cover.Unsupported, cover.Limit, cover.Timeout, results.Memout, results.Crash, results.Wrong}
	return slices.Index(order, a) > slices.Index(order, b)
}

// check compares the solutions of a whole search with the known number.
func (j *joiner) check(t Task, r *Result) error {
	p, err := j.problem(t)
	if err == nil {
		known(p.Known, r)
	}
	return err
}

// flush passes on the current search.
func (j *joiner) flush() error {
	if j.current == nil {
		return nil
	}
	if len(j.parts) > 0 {
		return fmt.Errorf("%s %s: the plan lacks %d parts that the trunk leaves out; plan again", j.current.InstanceID,
			j.current.Solver, len(j.parts))
	}
	s := *j.current
	j.current, j.whole = nil, ""
	return j.yield(s)
}
