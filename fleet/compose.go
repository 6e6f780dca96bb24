package fleet

import (
	"fmt"

	"xcbench/cover"
)

// givenTask is a task that a worker gave away.
type givenTask struct {
	results  []Result
	machines []Machine
	aside    string
}

// add adds a result. Twins of which parts were given away differ without a fault.
func (g *givenTask) add(r Result, m Machine) error {
	for k := range g.results {
		if g.results[k].differs(&r) {
			t := Task{Name: r.Task, definition: definition{InstanceID: "a task", Solver: "that was given away"}}
			return &ConflictError{t, g.machines[k], m, g.results[k], r}
		}
	}
	g.results, g.machines = append(g.results, r), append(g.machines, m)
	return nil
}

// whole returns the line for a task of which parts were given away: its result, or that it is set
// aside, or nil if results are missing.
func (c *collector) whole(pack int, r Result) (*line, error) {
	tasks, err := c.folder.tasks(pack)
	if err != nil {
		return nil, err
	}
	for _, t := range tasks {
		if t.Name != r.Task {
			continue
		}
		reason := ""
		if sum := c.compose(t, r, &reason, 0); sum != nil {
			return &line{Result: sum}, nil
		}
		if reason != "" {
			return &line{Aside: &Aside{t.Name, reason}}, nil
		}
		return nil, nil
	}
	return &line{Result: &r}, nil // of no task of the pack; whoever reads the file says so
}

// deepest is how often parts of parts are given away, at most. Each has a longer path or fewer
// siblings than the one before, so an honest search comes nowhere near.
const deepest = 10000

// compose adds the parts that were given away to a result. It returns nil if one has no result, and
// the reason if that one is set aside.
func (c *collector) compose(t Task, r Result, reason *string, depth int) *Result {
	sum := r
	sum.Left, sum.Stats.Levels = nil, append([]cover.Level(nil), r.Stats.Levels...)
	for k := range r.Left {
		part := t.of(&r.Left[k])
		g := c.given[part.Name]
		if g == nil || depth > deepest {
			return nil
		}
		var found *Result
		for n := range g.results {
			if found = c.compose(part, g.results[n], reason, depth+1); found != nil {
				break
			}
		}
		if found == nil {
			if g.aside != "" {
				*reason = fmt.Sprintf("part %s was given away: %s", part.Part, g.aside)
			}
			return nil
		}
		if sum.Fault == "" {
			sum.Fault = found.Fault
		}
		addStats(&sum.Stats, found.Stats)
	}
	return &sum
}
