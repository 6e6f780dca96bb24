package fleet

import (
	"cmp"
	"fmt"
	"slices"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// Search is a search of the plan, with what is known of it.
type Search struct {
	InstanceID, Solver string
	Limits             Limits
	bench.Found        // valid if Missing and Aside are empty; the times are the sums over the parts
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
	if err := cmp.Or(j.flush(), j.compare()); err != nil {
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

	hash  string   // of the current problem
	group []Search // the searches on it so far
}

func (j *joiner) add(t Task, s *state) error {
	if t.Problem != j.hash {
		if err := cmp.Or(j.flush(), j.compare()); err != nil {
			return err
		}
		j.hash = t.Problem
	}
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
			Found: bench.Found{Stats: cover.Stats{Status: cover.Solved}}}
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
		c.Stats, c.Fault, c.Algorithm = r.Stats, r.Fault, r.Algorithm
	} else {
		addStats(&c.Stats, r.Stats)
	}
	if len(j.parts) == 0 && c.Whole() {
		return j.check(t)
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

// check compares a whole search with the known figures: its parts may have been searched apart.
func (j *joiner) check(t Task) error {
	p, err := j.problem(t)
	if err != nil || j.current.Fault != "" {
		return err
	}
	c := j.current
	c.Stats.Status, c.Fault = p.CheckKnown(j.folder.variant(t.Solver), c.Stats)
	return nil
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
	j.group = append(j.group, *j.current)
	j.current, j.whole = nil, ""
	return nil
}

// compare compares the solvers on each instance of a problem, and passes the searches on.
func (j *joiner) compare() error {
	same := map[string][]*Search{} // by instance
	for k := range j.group {
		if s := &j.group[k]; s.Whole() {
			same[s.InstanceID] = append(same[s.InstanceID], s)
		}
	}
	for _, all := range same {
		if len(all) < 2 {
			continue
		}
		var by []solvers.Variant
		var found []*bench.Found
		for _, s := range all {
			by, found = append(by, j.folder.variant(s.Solver)), append(found, &s.Found)
		}
		bench.Disagree(by, found, cover.Limits{Updates: all[0].Limits.Updates})
	}
	for _, s := range j.group {
		s.Stats.Status = bench.Bounds{Limits: s.Limits.Limits}.Answered(s.Stats.Status, s.Stats.Solutions)
		if err := j.yield(s); err != nil {
			return err
		}
	}
	j.group = j.group[:0]
	return nil
}

// variant returns a solver of the plan. Its engines are not known here.
func (f *Folder) variant(name string) solvers.Variant {
	v, ok := solvers.Find(name)
	if !ok {
		e, _ := named(f.head.Engines, name)
		v = solvers.Variant{Solver: absent{}, Name: name, Algorithm: name, Rule: cmp.Or(e.Rule, cover.Rule(name)), Counter: e.Counter}
	}
	return v
}

// absent is an engine that is not on this machine.
type absent struct{ cover.Solver }

func (absent) Capabilities() cover.Capabilities { return cover.Capabilities{NoLevels: true} }
