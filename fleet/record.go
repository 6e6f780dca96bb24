package fleet

import (
	"strings"

	"xcbench/bench"
	"xcbench/results"
	"xcbench/solvers"
)

// Record is a run directory that joined searches are written to.
type Record struct {
	*results.Dir
	head [][2]string // until the first search is written
}

// Record makes a run directory. The command is recorded as the one that made it.
func (p *Plan) Record(dir, command string) (*Record, error) {
	d, err := results.Begin(dir)
	if err != nil {
		return nil, err
	}
	r := &Record{d, [][2]string{{"build", p.Build}}}
	for k, name := range p.Solvers {
		if v, ok := solvers.Find(name); ok {
			class := bench.ClassOf(v)
			class.Order = k + 1 // as they were named
			r.head = append(r.head, class.Config(name))
		}
	}
	for _, e := range p.Engines {
		r.head = append(r.head, e.Class)
	}
	r.head = append(r.head, [2]string{"command", command})
	return r, d.Record(results.Record{Args: p.Args, Steps: p.Searches, Environment: map[string]string{"build": p.Build}})
}

// Add writes a search, unless it is not whole.
func (r *Record) Add(s Joined) error {
	if r.head != nil { // all searches have the limits of the first one
		if err := r.Start(append(r.head, [2]string{results.TimeoutKey, s.Bounds.Timeout.String()})); err != nil {
			return err
		}
		r.head = nil
	}
	if !s.Whole() {
		return nil
	}
	family, name, _ := strings.Cut(s.InstanceID, "/")
	st := s.Stats
	if results.Counted(st.Status) && st.Levels != nil {
		if err := r.Profile(results.Profile{Family: family, Name: name, Solver: s.Solver, Levels: st.Levels}); err != nil {
			return err
		}
	}
	machine := results.Together(s.Machines)
	return r.Row(results.Row{Machine: &machine, Family: family, Name: name, Solver: s.Solver, Status: st.Status, Runs: 1,
		Search: st.Search.Seconds(), Setup: st.Setup.Seconds(), Solutions: st.Solutions, Big: st.Big, Nodes: st.Nodes,
		Updates: st.Updates})
}
