package fleet

import (
	"context"
	"fmt"
	"slices"

	"xcbench/bench"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/engines"
)

// An Engine is a solver that is another program, as the plan knows it. Workers know where the program
// is on their machines. A plan never says what to run.
type Engine struct {
	Name    string        `json:"name"`              // of the solver
	Build   string        `json:"build"`             // a hash of the program and of how it is called
	Version string        `json:"version,omitempty"` // as the engine tells it
	Class   results.Class `json:"class"`
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

// EnginesOf returns the engines among some solvers, as they are on this machine. It leaves out names
// that are unknown here.
func EnginesOf(ctx context.Context, known solvers.Set, names []string) (all []Engine, err error) {
	for _, name := range names {
		v, _ := known.Find(name)
		if v.Engine == nil {
			continue
		}
		b, err := engines.BuildOf(ctx, v)
		if err != nil {
			return nil, err
		}
		if b.Version != "" {
			v.Summary += results.VersionMark + b.Version
		}
		all = append(all, Engine{Name: name, Build: b.Hash, Version: b.Version, Class: bench.ClassOf(v)})
	}
	return all, nil
}
