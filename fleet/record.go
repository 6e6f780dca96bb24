package fleet

import (
	"strings"

	"xcbench/bench"
	"xcbench/results"
	"xcbench/solvers"
)

// Record makes a run directory that joined searches are written to.
func (p *Plan) Record(dir string) (*results.Dir, error) {
	d, err := results.Begin(dir)
	if err != nil {
		return nil, err
	}
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
	if err := d.Record(results.Record{Args: p.Args, Steps: p.Steps, Environment: map[string]string{"build": p.Build}}); err != nil {
		return d, err
	}
	return d, d.Start(head)
}

// Record writes a search, which must be whole.
func (s *Joined) Record(d *results.Dir) error {
	family, name, _ := strings.Cut(s.InstanceID, "/")
	if results.Counted(s.Stats.Status) && s.Stats.Levels != nil {
		if err := d.Profile(results.Profile{Family: family, Name: name, Solver: s.Solver, Levels: s.Stats.Levels}); err != nil {
			return err
		}
	}
	row, machine := s.Row(family, name, s.Solver, s.bounds), results.Together(s.Machines)
	row.Machine = &machine
	return d.Row(row)
}
