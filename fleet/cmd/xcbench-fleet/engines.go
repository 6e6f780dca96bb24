package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/fleet"
	"xcbench/internal/cli"
	"xcbench/results"
	"xcbench/solvers/engines"
)

// builds are the builds of engines on this machine, by name.
type builds map[string]*engines.Build

// of returns the build of an engine, unless its files were written since the work began.
func (b builds) of(name string) (string, error) {
	one, ok := b[name]
	if !ok {
		return "", fmt.Errorf("engine %s is not known, expected it in --engine or --engines", name)
	}
	return one.Hash, one.Unchanged()
}

// engineBuilds returns the engines among some solvers, as a plan records them, and their builds. It
// leaves out engines that this command does not know.
func engineBuilds(cmd *cobra.Command, names []string) (all []fleet.Engine, found builds, err error) {
	found = builds{}
	for _, name := range names {
		v, _ := cli.Known(cmd).Find(name)
		if v.Engine == nil {
			continue
		}
		b, err := engines.BuildOf(cmd.Context(), v)
		if err != nil {
			return nil, nil, err
		}
		if b.Version != "" {
			v.Summary += results.VersionMark + b.Version
		}
		found[name] = &b
		all = append(all, fleet.Engine{Name: name, Build: b.Hash, Version: b.Version, Class: bench.ClassOf(v).Config(name),
			Rule: v.Rule, Counter: v.Counter})
	}
	return all, found, nil
}
