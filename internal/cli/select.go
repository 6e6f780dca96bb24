package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/corpus"
	"xcbench/report"
	"xcbench/solvers"
	"xcbench/solvers/engines"
)

// Selection has the flags that select solvers and instances, for list, verify, run and check.
type Selection struct {
	Instances
	cmd      *cobra.Command
	solvers  []string
	Standard []solvers.Variant // used if no solver is named; nil for all that lists name
	Every    []solvers.Variant // what the name "all" means, besides the engines
}

// Flags adds the flags. The usage of --solver says what the standard solvers are.
func (s *Selection) Flags(cmd *cobra.Command, tier corpus.Tier, standard []solvers.Variant, usage string) {
	s.Instances.Flags(cmd, tier)
	EngineFlags(cmd)
	s.cmd, s.Standard, s.Every = cmd, standard, solvers.All()
	FlagsOf(cmd).Add(&s.solvers, "solver", usage)
}

// AllByDefault is a usage of --solver.
const AllByDefault = "select `SOLVERS`, separated by commas (default all)"

// Variants returns the selected solvers. Without their names, engines whose programs are missing are left
// out.
func (s *Selection) Variants() ([]solvers.Variant, error) {
	switch {
	case s.solvers == nil && s.Standard == nil:
		return present(s.cmd, Known(s.cmd).Listed())
	case s.solvers == nil:
		return s.Standard, nil
	}
	var all []solvers.Variant
	for _, name := range s.solvers {
		some, err := s.named(name)
		if err != nil {
			return nil, err
		}
		for _, v := range some {
			if !slices.ContainsFunc(all, func(o solvers.Variant) bool { return o.Name == v.Name }) {
				all = append(all, v)
			}
		}
	}
	if len(all) == 0 {
		return nil, Usagef("no solver named, expected one or more of %s",
			strings.Join(NamesOf(Known(s.cmd).Listed(), SolverName), ", "))
	}
	return all, nil
}

// named returns the solver of a name, all that "all" means, or all engines.
func (s *Selection) named(name string) ([]solvers.Variant, error) {
	switch name {
	case "all":
		return present(s.cmd, append(s.Every, Known(s.cmd).Engines()...))
	case "engines":
		return s.engines()
	}
	v, err := FindSolver(s.cmd, name)
	if err == nil {
		err = engines.Missing(v)
	}
	return []solvers.Variant{v}, err
}

// engines returns all engines. There must be one, and no program may be missing.
func (s *Selection) engines() ([]solvers.Variant, error) {
	all := Known(s.cmd).Engines()
	if len(all) == 0 {
		return nil, Usagef("no engine is described, expected %s or --%s FILE; 'xcbench engine --help' shows one", engines.File, EnginesFlag)
	}
	for _, v := range all {
		if err := engines.Missing(v); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// SolverName returns the name of a solver, for [NamesOf].
func SolverName(v solvers.Variant) string { return v.Name }

// NamesOf returns the names of things.
func NamesOf[T any](things []T, name func(T) string) []string {
	var names []string
	for _, t := range things {
		names = append(names, name(t))
	}
	return names
}

// Arguments rejects fewer arguments than least and more than most.
func Arguments(least, most int, expected string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return Usagef("arguments %q, expected %s", args, expected)
		}
		return nil
	}
}

// OpenInput opens the file that an argument names, or standard input for "-".
func OpenInput(cmd *cobra.Command, arg string) (name string, in io.ReadCloser, err error) {
	if arg == "-" {
		return "stdin", io.NopCloser(cmd.InOrStdin()), nil
	}
	f, err := os.Open(arg)
	if errors.Is(err, fs.ErrNotExist) {
		return arg, nil, noSuchInput(arg)
	}
	if err != nil {
		return arg, nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return arg, nil, fmt.Errorf("%s: is a directory, expected a file", arg)
	}
	return arg, f, nil
}

// Print prints tables in the format of the command's flag: see [TableFlag].
func Print(cmd *cobra.Command, tables ...report.Table) error {
	return WriteTables(cmd.OutOrStdout(), cmd.OutOrStdout(), Format(cmd), tables)
}

// WriteTables writes tables with an empty line between them. In CSV, which has no titles, the title
// of each table becomes a column. If the text is shown on a terminal, a table fits its window.
func WriteTables(w, shown io.Writer, form string, tables []report.Table) error {
	for k, t := range tables {
		if form == "csv" && len(tables) > 1 {
			t = t.WithTitleColumn()
		}
		if k > 0 && form != "json" {
			fmt.Fprintln(w)
		}
		if err := Fit(shown, form, t).Write(w, form); err != nil {
			return err
		}
	}
	return nil
}
