package fleet

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"xcbench/bench"
	"xcbench/solvers/divide"
)

// A Search is a solver on a problem, whole or in parts, or on each problem of a batch. It has all that
// decides what is found, and its name is the hash of that.
type Search struct {
	Build    string          `json:"build"` // of the program; see [Build]
	Solver   string          `json:"solver"`
	Engine   string          `json:"engine,omitempty"` // the build of the solver, if it is another program
	Bounds   bench.Bounds    `json:"bounds"`
	Parts    []divide.Part   `json:"parts,omitempty"` // in the order of the search; none if it is not divided
	Problems []bench.Problem `json:"problems"`        // a divided search has one
}

// encode returns the text of a search and its name, 80 bits of a hash of the text.
func (s *Search) encode() (text []byte, name string, err error) {
	text, err = json.Marshal(s)
	return text, nameOf(text), err
}

func nameOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:10])
}

// decode reads a search, which must have this name.
func decode(text []byte, name string) (*Search, error) {
	s := new(Search)
	if nameOf(text) != name || json.Unmarshal(text, s) != nil || len(s.Problems) == 0 || len(s.Parts) > 0 && len(s.Problems) > 1 {
		return nil, fmt.Errorf("search %s was changed on the server; plan again", name)
	}
	return s, nil
}

// tasks returns how many tasks the search has: one, or the trunk and the parts.
func (s *Search) tasks() int {
	if len(s.Parts) == 0 {
		return 1
	}
	return 1 + len(s.Parts)
}

// what describes the searches on all problems.
func (s *Search) what() string {
	text := s.Problems[0].InstanceID
	if n := len(s.Problems); n > 1 {
		text = fmt.Sprintf("%s and %d more", text, n-1)
	}
	return text
}

// A Task is a search, a part of one, or what the parts leave of it.
type Task struct {
	Search string // the name of the search
	Number int    // 0 for the whole search or the trunk, and k for the k-th part
}

func (t Task) String() string { return t.Search + "." + strconv.Itoa(t.Number) }

// what describes a task of a search.
func (t Task) what(s *Search) string {
	text := s.what() + " " + s.Solver
	switch {
	case t.Number > 0:
		text += ", part " + s.Parts[t.Number-1].String()
	case len(s.Parts) > 0:
		text += ", trunk"
	}
	return text
}

// searches returns what a worker process is asked to do for a task.
func (t Task) searches(s *Search) bench.Searches {
	q := bench.Searches{Problems: s.Problems, Bounds: s.Bounds}
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
	Steps    int           `json:"steps"`    // how many results there will be; a batch has many
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

// An Answer is what a worker found: for each problem of a task, what a search found.
type Answer struct {
	Machine Machine       `json:"machine"`
	Found   []bench.Found `json:"found"`
}

// check returns an error unless the answer is one on so many problems, and its levels add up.
func (a *Answer) check(problems int) error {
	if len(a.Found) != problems {
		return fmt.Errorf("%d results, expected %d", len(a.Found), problems)
	}
	for k := range a.Found {
		if err := a.Found[k].Stats.CheckLevels(); err != nil {
			return fmt.Errorf("result %d: %w", k+1, err)
		}
	}
	return nil
}

// differs returns the index of the first result that contradicts the other answer, or -1 if none does. A timeout or a failure is no answer, so it differs from
// nothing.
func (a *Answer) differs(other *Answer) int {
	for k := range a.Found {
		x, y := a.Found[k].Stats, other.Found[k].Stats
		if x.Status.Measured() && y.Status.Measured() && (x.Status != y.Status || !x.SameCount(y) ||
			x.Nodes != y.Nodes || x.Updates != y.Updates || !slices.Equal(x.Levels, y.Levels)) {
			return k
		}
	}
	return -1
}

// measured reports whether all searches of the answer ended.
func (a *Answer) measured() bool {
	return !slices.ContainsFunc(a.Found, func(f bench.Found) bool { return !f.Stats.Status.Measured() })
}
