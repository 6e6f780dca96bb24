package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/internal/spelling"
	"xcbench/report"
	"xcbench/solvers"
)

// selection is the choice of solvers and instances that list, verify and run share.
type selection struct {
	instances
	solvers  []string
	standard []solvers.Variant // where none is named
}

func (s *selection) flags(cmd *cobra.Command, tier corpus.Tier) {
	s.instances.flags(cmd, tier)
	s.standard = solvers.All()
	cmd.Flags().StringSliceVar(&s.solvers, "solver", nil, "solvers, separated by commas, or all (the default)")
}

// panel makes the panel the solvers where none is named.
func (s *selection) panel(cmd *cobra.Command) {
	s.standard = solvers.Panel()
	cmd.Flags().Lookup("solver").Usage = "solvers, separated by commas, or all (default all but those that branch on the leftmost item)"
}

// variants returns the solvers asked for.
func (s *selection) variants() ([]solvers.Variant, error) {
	switch {
	case s.solvers == nil:
		return s.standard, nil
	case slices.Equal(s.solvers, []string{"all"}):
		return solvers.All(), nil
	}
	var all []solvers.Variant
	for _, name := range s.solvers {
		v, err := findSolver(name)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(all, func(o solvers.Variant) bool { return o.Name == name }) {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		return nil, usagef("no solver named, expected one or more of %s", solverNames())
	}
	return all, nil
}

func findSolver(name string) (solvers.Variant, error) {
	v, ok := solvers.Find(name)
	if !ok {
		return v, usagef("unknown solver %q%s", name, spelling.Hint(name, strings.Split(solverNames(), ", ")))
	}
	return v, nil
}

func solverNames() string {
	var names []string
	for _, v := range solvers.All() {
		names = append(names, v.Name)
	}
	return strings.Join(names, ", ")
}

// open opens a file, or explains why an argument is neither that nor an instance.
func open(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		if os.IsNotExist(err) {
			return nil, fmt.Errorf("%s: no such file, nor an instance of the catalogue (see 'xcbench list')", name)
		}
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s: is a directory, expected a file", name)
	}
	return f, nil
}

// boundFlags adds the flags for what a single search may take.
func boundFlags(cmd *cobra.Command, b *bench.Bounds, timeout time.Duration) {
	f := cmd.Flags()
	f.DurationVar(&b.Timeout, "timeout", timeout, "stop a search after this time; 0 for never")
	f.Int64Var(&b.Nodes, "nodes", 0, "stop a search at this many nodes; 0 for no bound")
	f.Int64Var(&b.Updates, "updates", 0, "stop a search at this many updates; 0 for no bound")
}

// checkBounds refuses bounds that mean nothing.
func checkBounds(b bench.Bounds) error {
	if b.Timeout < 0 || b.Nodes < 0 || b.Updates < 0 || b.Solutions < 0 {
		return usagef("a negative bound; expected 0, for none, or more")
	}
	return nil
}

// tableFlag adds the flag for the form of tables.
func tableFlag(cmd *cobra.Command, form *string) {
	cmd.Flags().StringVar(form, "format", "text", "form of the output: "+strings.Join(report.Formats, ", "))
}

func checkFormat(form string, among []string) error {
	if !slices.Contains(among, form) {
		return usagef("unknown format %q, expected one of %s", form, strings.Join(among, ", "))
	}
	return nil
}

// writeTables writes tables with an empty line between them. Only a title tells
// them apart, and CSV has none, so there it becomes a column.
func writeTables(w io.Writer, form string, tables []report.Table) error {
	for k, t := range tables {
		if form == "csv" && len(tables) > 1 {
			t = t.WithTitleColumn()
		}
		if k > 0 && form != "json" {
			fmt.Fprintln(w)
		}
		if err := t.Write(w, form); err != nil {
			return err
		}
	}
	return nil
}
