package fleet

import (
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/solvers"
)

// An Engine is a solver that is another program, as the plan knows it. Workers know where the program
// is on their machines. A plan never says what to run.
type Engine struct {
	Name    string    `json:"name"`              // of the solver
	Build   string    `json:"build"`             // a hash of the program and of how it is called
	Version string    `json:"version,omitempty"` // as the engine tells it
	Class   [2]string `json:"class"`             // the configuration line of its rows

	Rule    cover.Rule      `json:"rule,omitempty"` // see [solvers.Variant]
	Counter solvers.Counter `json:"counter,omitempty"`
}

func (e Engine) String() string {
	if e.Version == "" {
		return "build " + e.Build
	}
	return fmt.Sprintf("build %s (version %s)", e.Build, e.Version)
}

// named returns the engine of this name.
func named(all []Engine, name string) (Engine, bool) {
	k := slices.IndexFunc(all, func(e Engine) bool { return e.Name == name })
	if k < 0 {
		return Engine{}, false
	}
	return all[k], true
}

// CheckEngines returns an error if a worker has not the engines that the plan needs.
func (p *Plan) CheckEngines(have []Engine) error {
	for _, want := range p.Engines {
		got, ok := named(have, want.Name)
		switch {
		case !ok:
			return fmt.Errorf("the plan needs the engine %s, %s; expected --engine %s=COMMAND or --engines FILE", want.Name,
				want, want.Name)
		case got.Build != want.Build:
			return fmt.Errorf("engine %s is %s here, and was planned with %s; "+
				"results of different builds are not mixed, expected the same program", want.Name, got, want)
		}
	}
	return nil
}
