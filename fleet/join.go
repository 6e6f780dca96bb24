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

// Joined is a search, with what is known of it.
type Joined struct {
	*Search
	bench.Found                   // valid if the search is whole; the search time is the sum over the parts
	Lacking     []string          // the tasks without an answer, in words
	Machines    []results.Machine // in the order in which they occur
}

// Whole reports whether all tasks of the search have answers.
func (s *Joined) Whole() bool { return len(s.Lacking) == 0 }

// ErrConflict says that two machines disagree on a task.
var ErrConflict = errors.New("one of the machines is faulty")

// Join reads all answers. It returns the searches in the order of the plan, with the sums over their tasks.
// Notes receives what people should know. The error is an [ErrConflict] if two answers to one task differ.
func (s *Server) Join(ctx context.Context, p *Plan, notes func(string)) (all []*Joined, err error) {
	answers, aside, err := s.outcomes(ctx)
	if err != nil {
		return nil, err
	}
	same := map[string][]*Joined{} // whole searches, by instance
	for _, name := range p.Searches {
		search, err := s.search(ctx, name)
		if err != nil {
			return nil, err
		}
		one := &Joined{Search: search}
		for k := range search.Tasks() {
			t := Task{name, k}
			a, err := s.answer(ctx, t.what(search), answers[t], notes)
			var reason string
			switch {
			case err == nil && a != nil:
				one.add(a)
			case err == nil && aside[t] != nil:
				_, err = s.load(ctx, &reason, aside[t][0])
				one.Lacking = append(one.Lacking, "set aside: "+t.what(search)+": "+reason)
			default:
				one.Lacking = append(one.Lacking, "missing: "+t.what(search))
			}
			if err != nil {
				return nil, err
			}
		}
		if one.Whole() {
			if len(one.Parts) > 0 && one.Fault == "" {
				one.Stats.Status, one.Fault = one.Problem.CheckKnown(p.variant(one.Solver), one.Stats)
			}
			same[one.Problem.InstanceID] = append(same[one.Problem.InstanceID], one)
		}
		all = append(all, one)
	}
	for _, on := range same {
		var found []*bench.Found
		for _, s := range on {
			s.Variant = p.variant(s.Solver)
			found = append(found, &s.Found)
		}
		bench.Disagree(found, cover.Limits{Updates: on[0].Bounds.Updates})
		for _, s := range on {
			s.Stats.Status = s.Bounds.Answered(s.Stats.Status, s.Stats.Solutions)
		}
	}
	return all, nil
}

// answer returns the answer to a task, or nil. A later answer counts only if the earlier ones have no result.
func (s *Server) answer(ctx context.Context, what string, subjects []string, notes func(string)) (best *Answer, err error) {
	slices.Sort(subjects)
	for _, subject := range subjects {
		a := new(Answer)
		if _, err := s.load(ctx, a, subject); err != nil {
			return nil, err
		}
		if err := a.Stats.CheckLevels(); err != nil {
			notes(fmt.Sprintf("%s: an answer of %s: %v; it counts as nothing", what, a.Machine.Host, err))
			continue
		}
		if best != nil && best.differs(a) {
			return nil, fmt.Errorf("%s: %v, and %v, expected the same; %w", what, best, a, ErrConflict)
		}
		if best == nil || !best.Stats.Status.Measured() && a.Stats.Status.Measured() {
			best = a
		}
	}
	return best, nil
}

func (a *Answer) String() string {
	return fmt.Sprintf("%s found %s solutions, %s nodes, %s updates", a.Machine.Host, a.Stats.CountText(),
		results.CounterText(a.Stats.Nodes), results.CounterText(a.Stats.Updates))
}

// add adds the answer to a task. The first fault counts.
func (s *Joined) add(a *Answer) {
	one := a.Stats
	if len(s.Machines) == 0 {
		s.Found = a.Found
	} else {
		s.Fault = cmp.Or(s.Fault, a.Fault)
		if worse(one.Status, s.Stats.Status) {
			s.Stats.Status = one.Status
		}
		s.Stats.Add(one)
		s.Stats.Setup, s.Stats.Search = max(s.Stats.Setup, one.Setup), s.Stats.Search+one.Search
	}
	if !slices.Contains(s.Machines, a.Machine) {
		s.Machines = append(s.Machines, a.Machine)
	}
}

// worse reports whether status a of a part overrides status b of the others.
func worse(a, b cover.Status) bool {
	order := []cover.Status{cover.Solved, cover.Unsupported, cover.Limit, cover.Timeout, cover.Memout, results.Crash, results.Wrong}
	return slices.Index(order, a) > slices.Index(order, b)
}

// variant returns a solver of the plan. Its engines are not known here.
func (p *Plan) variant(name string) solvers.Variant {
	v, ok := solvers.Find(name)
	if !ok {
		e, _ := named(p.Engines, name)
		v = solvers.Variant{Solver: elsewhere{}, Name: name, Algorithm: name, Rule: cmp.Or(e.Class.Rule, cover.Rule(name)),
			Counter: solvers.Counter(e.Class.Counter)}
	}
	return v
}

// elsewhere is an engine that is not on this machine.
type elsewhere struct{ cover.Solver }

func (elsewhere) Capabilities() cover.Capabilities { return cover.Capabilities{NoLevels: true} }
