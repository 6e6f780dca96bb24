package fleet

import (
	"cmp"
	"context"
	"encoding/json"
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
	bench.Found        // valid if the search is whole; the search time is the sum over the parts
	Tasks              int
	Lacking            []string          // the tasks without an answer, in words
	Machines           []results.Machine // in the order in which they occur

	bounds bench.Bounds
}

// Whole reports whether all tasks of the search have answers.
func (s *Joined) Whole() bool { return len(s.Lacking) == 0 }

// ErrConflict says that two machines disagree on a task.
var ErrConflict = errors.New("one of the machines is faulty")

// conflict returns the error of two answers that differ.
func conflict(what string, one, other *Answer, k int) error {
	text := func(a *Answer) string {
		s := a.Found[k].Stats
		return fmt.Sprintf("%s found %s solutions, %s nodes, %s updates", a.Machine, s.CountText(), results.CounterText(s.Nodes),
			results.CounterText(s.Updates))
	}
	return fmt.Errorf("%s: %s, and %s, expected the same; %w", what, text(one), text(other), ErrConflict)
}

// Join reads all answers and passes each search to yield, with the sums over its tasks. Searches come
// in the order of the plan. Notes receives what people should know. The error is an [ErrConflict] if
// two answers to one task differ.
func (s *Server) Join(ctx context.Context, p *Plan, yield func(Joined) error, notes func(string)) (err error) {
	j := joiner{server: s, plan: p, notes: notes}
	if j.answers, err = s.values(ctx, answerValues); err != nil {
		return err
	}
	if j.aside, err = s.values(ctx, asideValues); err != nil {
		return err
	}
	var group []Joined // the searches on one problem, which follow each other
	on := ""
	for _, name := range p.Searches {
		text, err := s.text(ctx, "search", name)
		if err != nil {
			return err
		}
		search, err := decode(text, name)
		if err != nil {
			return err
		}
		if first := search.Problems[0].InstanceID; first != on {
			if err := j.pass(group, yield); err != nil {
				return err
			}
			group, on = group[:0], first
		}
		more, err := j.searches(ctx, search, name)
		if err != nil {
			return err
		}
		group = append(group, more...)
	}
	return j.pass(group, yield)
}

// joiner adds up answers.
type joiner struct {
	server         *Server
	plan           *Plan
	notes          func(string)
	answers, aside map[Task][]string // their subjects
}

// searches adds up a search, or the searches of a batch.
func (j *joiner) searches(ctx context.Context, s *Search, name string) ([]Joined, error) {
	one := Joined{InstanceID: s.Problems[0].InstanceID, Solver: s.Solver, bounds: s.Bounds, Tasks: s.tasks()}
	var all []*Answer
	for k := range s.tasks() {
		t := Task{name, k}
		a, err := j.answer(ctx, t, s)
		if err != nil {
			return nil, err
		}
		if a == nil {
			what, err := j.lacking(ctx, t, s)
			if err != nil {
				return nil, err
			}
			one.Lacking = append(one.Lacking, what)
			continue
		}
		all = append(all, a)
		if !slices.Contains(one.Machines, a.Machine.Machine) {
			one.Machines = append(one.Machines, a.Machine.Machine)
		}
	}
	if !one.Whole() { // it stands for all searches of a batch
		one.InstanceID = s.what()
		return []Joined{one}, nil
	}
	if len(s.Parts) > 0 {
		one.Found = sum(all)
		if one.Fault == "" {
			one.Stats.Status, one.Fault = s.Problems[0].CheckKnown(j.variant(s.Solver), one.Stats)
		}
		return []Joined{one}, nil
	}
	group := slices.Repeat([]Joined{one}, len(s.Problems))
	for k, found := range all[0].Found {
		group[k].InstanceID, group[k].Found = s.Problems[k].InstanceID, found
	}
	return group, nil
}

// answer returns the answer to a task, or nil. A later answer of a task counts only if the earlier ones have no result.
func (j *joiner) answer(ctx context.Context, t Task, s *Search) (best *Answer, err error) {
	for _, subject := range j.answers[t] {
		text, err := j.server.text(ctx, subject)
		if err != nil {
			return nil, err
		}
		a := new(Answer)
		if err = json.Unmarshal(text, a); err == nil {
			err = a.check(len(s.Problems))
		}
		if err != nil {
			j.notes(fmt.Sprintf("%s: an answer of %s: %v; it counts as nothing", t.what(s), a.Machine, err))
			continue
		}
		if best != nil {
			if k := best.differs(a); k >= 0 {
				return nil, conflict(t.what(s), best, a, k)
			}
		}
		if best == nil || !best.measured() && a.measured() {
			best = a
		}
	}
	return best, nil
}

// lacking says what became of a task without an answer.
func (j *joiner) lacking(ctx context.Context, t Task, s *Search) (string, error) {
	if j.aside[t] == nil {
		return "missing: " + t.what(s), nil
	}
	var reason string
	_, err := j.server.load(ctx, &reason, j.aside[t][0])
	return "set aside: " + t.what(s) + ": " + reason, err
}

// sum adds up the trunk and the parts of a search. The first fault counts.
func sum(all []*Answer) bench.Found {
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

// pass compares the solvers on each instance of a group of searches, and passes the searches on.
func (j *joiner) pass(group []Joined, yield func(Joined) error) error {
	same := map[string][]*Joined{} // by instance
	for k := range group {
		if s := &group[k]; s.Whole() {
			same[s.InstanceID] = append(same[s.InstanceID], s)
		}
	}
	for _, all := range same {
		var by []solvers.Variant
		var found []*bench.Found
		for _, s := range all {
			by, found = append(by, j.variant(s.Solver)), append(found, &s.Found)
		}
		bench.Disagree(by, found, cover.Limits{Updates: all[0].bounds.Updates})
	}
	for _, s := range group {
		s.Stats.Status = s.bounds.Answered(s.Stats.Status, s.Stats.Solutions)
		if err := yield(s); err != nil {
			return err
		}
	}
	return nil
}

// variant returns a solver of the plan. Its engines are not known here.
func (j *joiner) variant(name string) solvers.Variant {
	v, ok := solvers.Find(name)
	if !ok {
		e, _ := named(j.plan.Engines, name)
		v = solvers.Variant{Solver: elsewhere{}, Name: name, Algorithm: name, Rule: cmp.Or(e.Class.Rule, cover.Rule(name)),
			Counter: solvers.Counter(e.Class.Counter)}
	}
	return v
}

// elsewhere is an engine that is not on this machine.
type elsewhere struct{ cover.Solver }

func (elsewhere) Capabilities() cover.Capabilities { return cover.Capabilities{NoLevels: true} }
