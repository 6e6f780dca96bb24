package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// Joined is a search on one problem, with what is known of it.
type Joined struct {
	InstanceID, Solver string
	Bounds             bench.Bounds
	bench.Found        // valid if the search is whole; the search time is the sum over the parts
	Tasks              int
	Missing            []string          // the tasks without an answer, in words
	Aside              []string          // the tasks that were set aside, and why
	Machines           []results.Machine // in the order in which they occur
}

// Whole reports whether all tasks of the search have answers.
func (s *Joined) Whole() bool { return len(s.Missing) == 0 && len(s.Aside) == 0 }

// A ConflictError says that two machines disagree on a task.
type ConflictError struct {
	What          string
	First, Second Machine
	one, other    cover.Stats
}

func (e *ConflictError) Error() string {
	text := func(s cover.Stats) string {
		return fmt.Sprintf("%s solutions, %s nodes, %s updates", s.CountText(), results.CounterText(s.Nodes),
			results.CounterText(s.Updates))
	}
	return fmt.Sprintf("%s: %s found %s, and %s found %s, expected the same; one of the machines is faulty",
		e.What, e.First, text(e.one), e.Second, text(e.other))
}

// Join reads all answers and passes each search to yield, with the sums over its tasks. Searches come
// in the order of the plan. Notes receives what people should know. The error is a [ConflictError] if
// two answers to one task differ.
func (s *Server) Join(ctx context.Context, p *Plan, yield func(Joined) error, notes func(string)) error {
	j := &joiner{plan: p, yield: yield, notes: notes, answers: map[Task][]Answer{}, aside: map[Task]string{}}
	for v, err := range s.all(ctx, "answer.*.*.*") {
		if err != nil {
			return err
		}
		var a Answer
		t, ok := s.taskOf(v.subject)
		if err := v.read(&a); err != nil || !ok {
			notes(fmt.Sprintf("%s: not an answer of xcbench-fleet; it counts as nothing", v.subject))
			continue
		}
		j.answers[t] = append(j.answers[t], a)
	}
	for v, err := range s.all(ctx, "aside.*.*.*") {
		if err != nil {
			return err
		}
		var a Aside
		if t, ok := s.taskOf(v.subject); ok && v.read(&a) == nil {
			j.aside[t] = a.Reason
		}
	}
	seen := map[string]bool{}
	for v, err := range s.all(ctx, "search.*.*") {
		if err != nil {
			return err
		}
		name := nameOf(v.text)
		if seen[name] {
			continue
		}
		seen[name] = true
		search, err := decode(v.text, name)
		if err != nil {
			return err
		}
		if err := j.add(search, name); err != nil {
			return err
		}
	}
	if err := j.flush(); err != nil {
		return err
	}
	if j.tasks != p.Tasks {
		return fmt.Errorf("found %d tasks on the server, expected the %d that were planned; plan again", j.tasks, p.Tasks)
	}
	return nil
}

// joiner adds up answers. The searches on one problem follow each other.
type joiner struct {
	plan    *Plan
	yield   func(Joined) error
	notes   func(string)
	answers map[Task][]Answer
	aside   map[Task]string
	tasks   int
	on      string   // the instance of the group
	group   []Joined // the searches on it so far
}

// add adds up a search, or the searches of a batch.
func (j *joiner) add(s *Search, name string) error {
	if first := s.Problems[0].InstanceID; first != j.on {
		if err := j.flush(); err != nil {
			return err
		}
		j.on = first
	}
	one := Joined{InstanceID: s.what(), Solver: s.Solver, Bounds: s.Bounds, Tasks: s.tasks()}
	var all []Answer
	for k := range s.tasks() {
		t := Task{name, k}
		a, err := j.answer(t, s)
		switch {
		case err != nil:
			return err
		case a != nil:
			all = append(all, *a)
			if at := a.Machine.place(); !slices.Contains(one.Machines, at) {
				one.Machines = append(one.Machines, at)
			}
		case j.aside[t] != "":
			one.Aside = append(one.Aside, t.what(s)+": "+j.aside[t])
		default:
			one.Missing = append(one.Missing, t.what(s))
		}
	}
	j.tasks += s.tasks()
	switch {
	case !one.Whole(): // it stands for all searches of a batch
		j.group = append(j.group, one)
	case len(s.Parts) > 0:
		one.Found = sum(all)
		if one.Fault == "" {
			one.Stats.Status, one.Fault = s.Problems[0].CheckKnown(j.variant(s.Solver), one.Stats)
		}
		j.group = append(j.group, one)
	default:
		for k, found := range all[0].Found {
			one.InstanceID, one.Found = s.Problems[k].InstanceID, found
			j.group = append(j.group, one)
		}
	}
	return nil
}

// answer returns the answer to a task, or nil. A second answer counts only if the first has none.
func (j *joiner) answer(t Task, s *Search) (*Answer, error) {
	var best *Answer
	for k := range j.answers[t] {
		a := &j.answers[t][k]
		if err := a.check(len(s.Problems)); err != nil {
			j.notes(fmt.Sprintf("%s: an answer of %s: %v; it counts as nothing", t.what(s), a.Machine, err))
			continue
		}
		if best != nil {
			if k := best.differs(a); k >= 0 {
				return nil, &ConflictError{t.what(s), best.Machine, a.Machine, best.Found[k].Stats, a.Found[k].Stats}
			}
		}
		if best == nil || !best.measured() && a.measured() {
			best = a
		}
	}
	delete(j.answers, t)
	return best, nil
}

// sum adds up the trunk and the parts of a search. The first fault counts.
func sum(all []Answer) bench.Found {
	whole := all[0].Found[0]
	whole.Stats.Levels = slices.Clone(whole.Stats.Levels)
	s := &whole.Stats
	for _, a := range all[1:] {
		one := a.Found[0].Stats
		whole.Fault = cmp.Or(whole.Fault, a.Found[0].Fault)
		if worse(one.Status, s.Status) {
			s.Status = one.Status
		}
		s.Add(one)
		s.Setup, s.Search = max(s.Setup, one.Setup), s.Search+one.Search
	}
	return whole
}

// worse reports whether status a of a part overrides status b of the others.
func worse(a, b cover.Status) bool {
	order := []cover.Status{cover.Solved, cover.Unsupported, cover.Limit, cover.Timeout, results.Memout, results.Crash, results.Wrong}
	return slices.Index(order, a) > slices.Index(order, b)
}

// flush compares the solvers on each instance of the group, and passes its searches on.
func (j *joiner) flush() error {
	same := map[string][]*Joined{} // by instance
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
			by, found = append(by, j.variant(s.Solver)), append(found, &s.Found)
		}
		bench.Disagree(by, found, cover.Limits{Updates: all[0].Bounds.Updates})
	}
	for _, s := range j.group {
		s.Stats.Status = s.Bounds.Answered(s.Stats.Status, s.Stats.Solutions)
		if err := j.yield(s); err != nil {
			return err
		}
	}
	j.group = j.group[:0]
	return nil
}

// variant returns a solver of the plan. Its engines are not known here.
func (j *joiner) variant(name string) solvers.Variant {
	v, ok := solvers.Find(name)
	if !ok {
		e, _ := named(j.plan.Engines, name)
		v = solvers.Variant{Solver: elsewhere{}, Name: name, Algorithm: name, Rule: cmp.Or(e.Rule, cover.Rule(name)), Counter: e.Counter}
	}
	return v
}

// elsewhere is an engine that is not on this machine.
type elsewhere struct{ cover.Solver }

func (elsewhere) Capabilities() cover.Capabilities { return cover.Capabilities{NoLevels: true} }

// IsConflict reports whether two machines disagree.
func IsConflict(err error) bool {
	_, ok := errors.AsType[*ConflictError](err)
	return ok
}
