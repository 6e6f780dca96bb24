package fleet

import (
	"iter"
	"slices"
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

// A Label says of a line that it has the result of a task.
type Label struct {
	Task  string   `json:"task"`            // its name
	Parts []string `json:"parts,omitempty"` // the names of the tasks that have the parts given away
}

// Done returns how many tasks of a plan have results, by the labels of all lines. As in
// [Folder.Collect], the shared ones are of tasks that were given away.
func Done(shared, planned iter.Seq2[Label, error]) (done int, err error) {
	labels, tasks := map[string][]Label{}, map[string]bool{}
	for k, lines := range []iter.Seq2[Label, error]{shared, planned} {
		for l, err := range lines {
			if err != nil {
				return 0, err
			}
			labels[l.Task] = append(labels[l.Task], l)
			tasks[l.Task] = k == 1
		}
	}
	known := map[string]bool{}
	var whole func(task string) bool
	whole = func(task string) bool {
		if _, ok := known[task]; !ok {
			known[task] = false // no task is a part of itself
			known[task] = slices.ContainsFunc(labels[task], func(l Label) bool {
				return !slices.ContainsFunc(l.Parts, func(part string) bool { return !whole(part) })
			})
		}
		return known[task]
	}
	for task, planned := range tasks {
		if planned && whole(task) {
			done++
		}
	}
	return done, nil
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
