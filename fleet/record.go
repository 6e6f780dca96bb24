package fleet

import (
	"errors"
	"strings"

	"xcbench/bench"
	"xcbench/results"
	"xcbench/solvers"
)

// Record makes a run directory of the searches of the plan that are whole.
func (p *Plan) Record(dir string, all []*Joined) (err error) {
	d, err := results.Begin(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	head := [][2]string{{"build", p.Build}}
	for k, name := range p.Solvers {
		if v, ok := solvers.Find(name); ok {
			class := bench.ClassOf(v)
			class.Order = k + 1 // as they were named
			head = append(head, class.Config(name))
		}
	}
	for _, e := range p.Engines {
		head = append(head, e.Class.Config(e.Name))
	}
	head = append(head, [2]string{"command", p.Command}, [2]string{results.TimeoutKey, p.Timeout.String()})
	if err := d.Record(results.Record{Args: p.Args, Steps: len(p.Searches), Environment: map[string]string{"build": p.Build}}); err != nil {
		return err
	}
	if err := d.Start(head); err != nil {
		return err
	}
	for _, s := range all {
		family, name, _ := strings.Cut(s.Problem.InstanceID, "/")
		if !s.Whole() {
			continue
		}
		if results.Counted(s.Stats.Status) && s.Stats.Levels != nil {
			if err := d.Profile(results.Profile{Search: results.Search{InstanceID: s.Problem.InstanceID, Solver: s.Solver}, Levels: s.Stats.Levels}); err != nil {
				return err
			}
		}
		row, machine := s.Row(family, name, s.Solver, s.Bounds), results.Together(s.Machines)
		row.Machine = &machine
		if err := d.Row(row); err != nil {
			return err
		}
	}
	return nil
}
