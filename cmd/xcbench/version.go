package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/internal/cli"
	"xcbench/internal/environment"
)

// version describes the program and the machine, as a bug report needs them.
type version struct {
	Version  string   `json:"version"`
	Commit   string   `json:"commit,omitempty"`
	Modified bool     `json:"modified"` // the source had uncommitted changes
	Go       string   `json:"go"`
	System   string   `json:"system"`
	CPU      string   `json:"cpu,omitempty"`
	Features []string `json:"features"` // the processor's features that solvers use
	Plain    bool     `json:"plain"`    // built without assembly
}

func versionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version [flags]",
		Short: "Show the version, the commit, Go and the processor's features",
		Long: `Version prints what a report of an error should contain: the version and commit
of xcbench, the Go release, and those features of the processor that solvers
have code for. Without them, the solvers use plain Go.`,
		Example: "  xcbench version",
		Args:    cli.Arguments(0, 0, "none"),
		RunE:    func(cmd *cobra.Command, _ []string) error { return thisVersion().write(cmd, cli.Format(cmd)) },
	}
	cli.FormatFlag(cmd, "print ", "text", "json")
	return cmd
}

// thisVersion returns the version of this program on this machine.
func thisVersion() version {
	v := version{
		Version: "(devel)", Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
		CPU: environment.Processor(), Features: features(),
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		v.Version = cmp.Or(info.Main.Version, v.Version)
		for _, s := range info.Settings {
			if s.Key == "-tags" {
				v.Plain = strings.Contains(","+s.Value+",", ",purego,")
			}
		}
	}
	commit, dirty := environment.Commit()
	v.Commit, v.Modified = commit, dirty == "true"
	return v
}

// write prints the version, one line per fact.
func (v version) write(cmd *cobra.Command, form string) error {
	out := cmd.OutOrStdout()
	if form == "json" {
		return json.NewEncoder(out).Encode(v)
	}
	commit := cmp.Or(v.Commit, "not recorded in this build")
	if v.Modified {
		commit += ", with uncommitted changes"
	}
	code := cmp.Or(strings.Join(v.Features, " "), "none")
	if v.Plain {
		code += " (not used: built with the tag purego)"
	}
	_, err := fmt.Fprintf(out, "xcbench %s\ncommit: %s\ngo: %s %s\ncpu: %s\nfeatures: %s\n", v.Version, commit, v.Go, v.System,
		cmp.Or(v.CPU, "unknown"), code)
	return err
}
