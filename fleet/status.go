package fleet

import (
	"iter"
	"time"
)

// Status is the progress of a plan.
type Status struct {
	Tasks, Done int
	Running     []Machine // of attempts that have not ended; their workers may be dead
	Aside       []Aside
	Left        time.Duration // for the workers that are running; 0 if unknown
	Notes       []string
}

// Status reads how far the work is.
func (f *Folder) Status() (Status, error) {
	made, junk, err := f.attempts()
	if err != nil {
		return Status{}, err
	}
	all := Status{Notes: junk}
	var taken, left pace
	for pack := 1; pack <= f.head.Packs; pack++ {
		s, err := f.state(pack, made[pack])
		if err != nil {
			return all, err
		}
		all.Tasks += len(s.tasks)
		all.Notes = append(all.Notes, s.notes...)
		if s.running {
			all.Running = append(all.Running, s.machine)
		}
		for _, t := range s.tasks {
			if r, ok := s.results[t.Name]; ok {
				all.Done++
				taken.add(t, r.Stats.Search+r.Stats.Setup)
			} else if reason := s.aside[t.Name]; reason != "" {
				all.Aside = append(all.Aside, Aside{t.Name, reason})
			} else {
				left.add(t, 0)
			}
		}
	}
	if workers := len(all.Running); workers > 0 {
		all.Left = taken.of(left) / time.Duration(workers)
	}
	return all, nil
}

// A Label says which task a line ends, without the result.
type Label struct {
	Task  string   `json:"task"`            // its name
	Parts []string `json:"parts,omitempty"` // the names of the tasks that have the parts given away
	Aside bool     `json:"aside,omitempty"` // it is set aside
}

// Progress returns how many tasks of a plan are done and how many are set aside, by the labels of
// their lines. As in [Folder.Collect], the shared ones are of tasks that were given away.
func Progress(shared, planned iter.Seq2[Label, error]) (done, aside int, err error) {
	labels, tasks := map[string][]Label{}, map[string]bool{}
	for k, lines := range []iter.Seq2[Label, error]{shared, planned} {
		for l, err := range lines {
			if err != nil {
				return 0, 0, err
			}
			labels[l.Task] = append(labels[l.Task], l)
			if k == 1 {
				tasks[l.Task] = true
			}
		}
	}
	type end struct{ done, aside bool }
	known := map[string]end{}
	var of func(task string) end
	of = func(task string) end {
		e, ok := known[task]
		if ok {
			return e
		}
		known[task] = e // no task is a part of itself
		for _, l := range labels[task] {
			whole := !l.Aside
			e.aside = e.aside || l.Aside
			for _, part := range l.Parts {
				p := of(part)
				whole, e.aside = whole && p.done, e.aside || p.aside
			}
			e.done = e.done || whole
		}
		known[task] = e
		return e
	}
	for task := range tasks {
		if e := of(task); e.done {
			done++
		} else if e.aside {
			aside++
		}
	}
	return done, aside, nil
}

// pace sums up tasks: those with an estimated size, and the others.
type pace struct {
	nodes   float64
	sized   time.Duration
	count   float64
	unsized time.Duration
}

func (p *pace) add(t Task, took time.Duration) {
	if t.Nodes > 0 {
		p.nodes, p.sized = p.nodes+t.Nodes, p.sized+took
	} else {
		p.count, p.unsized = p.count+1, p.unsized+took
	}
}

// of returns how long other tasks will take at this pace.
func (p *pace) of(left pace) time.Duration {
	total := 0.
	if p.nodes > 0 {
		total += left.nodes / p.nodes * float64(p.sized)
	}
	if p.count > 0 {
		total += left.count / p.count * float64(p.unsized)
	}
	return time.Duration(total)
}
