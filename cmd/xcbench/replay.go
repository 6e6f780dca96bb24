package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xcbench/internal/cli"
	"xcbench/results"
)

// notRecorded has the flags of a run that say where it goes, not what it measures.
var notRecorded = map[string]bool{"dir": true, "resume": true, "repeat": true, "format": true, "help": true}

// formerly has the recorded flags that said what an earlier version printed.
var formerly = []string{"tables", "sort", "differ", "min-ratio", "top"}

// recordFlags returns the flags of a run as they are recorded, including flags that were not given.
func recordFlags(cmd *cobra.Command) map[string][]string {
	all := map[string][]string{}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if notRecorded[f.Name] {
			return
		}
		all[f.Name] = cli.ValuesOf(f)
	})
	return all
}

// replay takes flags and arguments from the run that --resume or --repeat names, and determines the
// directory of this run.
func (r *runFlags) replay(cmd *cobra.Command, args []string) ([]string, error) {
	r.dir = cmp.Or(r.resume, r.dir, filepath.Join("runs", time.Now().Format("20060102-150405")))
	source := cmp.Or(r.resume, r.from)
	if source == "" {
		return args, nil
	}
	if r.resume != "" {
		var other []string
		cmd.Flags().Visit(func(f *pflag.Flag) {
			if f.Name != "resume" && f.Name != "format" {
				other = append(other, "--"+f.Name)
			}
		})
		if len(other) > 0 || len(args) > 0 {
			return nil, cli.Usagef("--resume with %s, expected only --format: the flags and arguments of the run are recorded",
				strings.Join(append(other, args...), " "))
		}
	}
	record, err := results.ReadRecord(source)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(source, results.RunFile)
	if len(record.Flags) == 0 {
		return nil, fmt.Errorf("%s: no flags, expected the flags of a run as 'xcbench run' records them", path)
	}
	for name, values := range record.Flags {
		f := cli.FlagsOf(cmd).Lookup(name)
		switch {
		case slices.Contains(formerly, name):
			continue
		case f == nil:
			return nil, fmt.Errorf("%s: the run was made with --%s, a flag that this version of xcbench does not have", path,
				name)
		case f.Changed:
			continue // the flag given now takes precedence
		}
		if list, ok := f.Value.(pflag.SliceValue); ok && len(values) > 0 {
			err = list.Replace(values)
			f.Changed = true
		} else if !ok && len(values) == 1 && values[0] != f.Value.String() {
			err = cmd.Flags().Set(name, values[0])
		}
		if err != nil { // of the file, and not of this command
			return nil, fmt.Errorf("%s: %v", path, cmd.FlagErrorFunc()(cmd, err))
		}
	}
	if len(args) == 0 {
		args = record.Args
	}
	return args, cli.AddEngines(cmd)
}
