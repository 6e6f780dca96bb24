package fleet

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"xcbench/bench"
	"xcbench/results"
	"xcbench/solvers/divide"
)

// A Search is a solver on a problem, whole or in parts. It has all that decides what is found, but for
// the build of the plan, and its name is the hash of that.
type Search struct {
	Solver  string        `json:"solver"`
	Bounds  bench.Bounds  `json:"bounds"`
	Parts   []divide.Part `json:"parts,omitempty"` // in the order of the search; none if it is not divided
	Problem bench.Problem `json:"problem"`
}

// Tasks returns how many tasks the search has: one, or the trunk and the parts.
func (s *Search) Tasks() int { return 1 + len(s.Parts) }

// A Task is a search, a part of one, or what the parts leave of it.
type Task struct {
	Search string // the name of the search
	Number int    // 0 for the whole search or the trunk, and k for the k-th part
}

func (t Task) String() string { return t.Search + "." + strconv.Itoa(t.Number) }

// what describes a task of a search.
func (t Task) what(s *Search) string {
	text := s.Problem.InstanceID + " " + s.Solver
	switch {
	case t.Number > 0:
		text += ", part " + s.Parts[t.Number-1].String()
	case len(s.Parts) > 0:
		text += ", trunk"
	}
	return text
}

// searches returns what a worker process is asked to do for a task.
func (t Task) searches(s *Search) bench.TreeSearch {
	q := bench.TreeSearch{Problem: s.Problem, Bounds: s.Bounds}
	if t.Number > 0 {
		q.Part = &s.Parts[t.Number-1]
	} else {
		q.Trunk = s.Parts
	}
	return q
}

// A Plan is what workers have to know of all searches.
type Plan struct {
	Build    string        `json:"build"`
	Lease    time.Duration `json:"lease_ns"` // how long a worker may be silent before others take its task
	Timeout  time.Duration `json:"timeout_ns"`
	Command  string        `json:"command"` // the command line, for people
	Args     []string      `json:"args,omitempty"`
	Engines  []Engine      `json:"engines,omitempty"`
	Solvers  []string      `json:"solvers"`
	Searches []string      `json:"searches"` // their names, in order
	Tasks    int           `json:"tasks"`
}

// Check returns an error if this program is not the build of the plan, or has not the engines that the
// plan needs.
func (p *Plan) Check(have []Engine) error {
	build, err := Build()
	if err == nil && build != p.Build {
		err = fmt.Errorf("the plan is for build %s, and this is build %s; expected the same build", p.Build, build)
	}
	for _, want := range p.Engines {
		got, ok := named(have, want.Name)
		switch {
		case err != nil:
		case !ok:
			err = fmt.Errorf("the plan needs the engine %s, %s; expected --engine %s=COMMAND or --engines FILE", want.Name, want, want.Name)
		case got.Build != want.Build:
			err = fmt.Errorf("engine %s is %s here, and was planned with %s; "+
				"results of different builds are not mixed, expected the same program", want.Name, got, want)
		}
	}
	return err
}

// An Answer is what a worker found.
type Answer struct {
	Machine results.Machine `json:"machine"`
	bench.Found
}

// differs reports whether two answers contradict each other. A timeout or a failure is no answer, so it differs from nothing.
func (a *Answer) differs(other *Answer) bool {
	x, y := a.Stats, other.Stats
	return x.Status.Measured() && y.Status.Measured() && (x.Status != y.Status || !x.SameCount(y) ||
		x.Nodes != y.Nodes || x.Updates != y.Updates || !slices.Equal(x.Levels, y.Levels))
}
