package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xcbench/cover"
	"xcbench/internal/spelling"
	"xcbench/solvers"
	"xcbench/solvers/engines"
	"xcbench/solvers/external"
)

// The flags that describe engines.
const (
	EnginesFlag = "engines"
	engineFlag  = "engine"
)

// EngineFlags adds the flags for engines. With them, the names of engines are solvers.
func EngineFlags(cmd *cobra.Command) {
	if f := cmd.Flags(); f.Lookup(EnginesFlag) == nil {
		f.StringArray(EnginesFlag, nil, "read engines from `FILE`, not "+engines.File)
		f.StringArray(engineFlag, nil, "add an `ENGINE`, as mine=./mine")
	}
}

// knownKey is the key of the solvers that a command knows, in its context.
type knownKey struct{}

// Known returns the solvers that a command knows. It has no engines before the command runs.
func Known(cmd *cobra.Command) solvers.Set {
	known, _ := cmd.Context().Value(knownKey{}).(solvers.Set)
	return known
}

// AddEngines makes the engines of the flags known as solvers.
func AddEngines(cmd *cobra.Command) error {
	files := cmd.Flags().Lookup(EnginesFlag)
	if files == nil {
		return nil
	}
	specs, err := engineSpecs(cmd, files.Value.(pflag.SliceValue))
	if err != nil {
		return err
	}
	all, err := engines.Open(specs)
	if err != nil {
		return Usage(err)
	}
	known, err := solvers.NewSet(all)
	if err != nil {
		return Usage(err)
	}
	cmd.SetContext(context.WithValue(cmd.Context(), knownKey{}, known))
	return nil
}

// engineSpecs reads the engines files and the engines on the command line. An engines file in the
// working directory becomes the value of its flag, so that a run records it. It is left out if all
// solvers are wanted: nobody has asked for programs that the folder names.
func engineSpecs(cmd *cobra.Command, files pflag.SliceValue) (specs []external.Spec, err error) {
	if _, err := os.Stat(engines.File); len(files.GetSlice()) == 0 && err == nil && wantsAll(cmd) {
		fmt.Fprintf(cmd.ErrOrStderr(), "xcbench: the engines of %s are left out; --%s %[1]s includes them\n", engines.File,
			EnginesFlag)
	} else if len(files.GetSlice()) == 0 && err == nil {
		files.Append(engines.File)
	}
	for _, path := range files.GetSlice() {
		some, err := engines.Read(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, Usagef("%s: no such file; 'xcbench engine --help' shows an engines file", path)
		}
		if err != nil {
			return nil, err
		}
		specs = append(specs, some...)
	}
	oneOffs, err := cmd.Flags().GetStringArray(engineFlag)
	if err != nil {
		return nil, err
	}
	for _, text := range oneOffs {
		s, err := engines.Parse(text)
		if err != nil {
			return nil, Usage(fmt.Errorf("--%s: %w", engineFlag, err))
		}
		specs = slices.DeleteFunc(specs, func(o external.Spec) bool { return o.Name == s.Name }) // it overrides the file
		specs = append(specs, s)
	}
	return specs, nil
}

// wantsAll reports whether the command is asked for all solvers.
func wantsAll(cmd *cobra.Command) bool {
	f := cmd.Flags().Lookup("solver")
	return f != nil && slices.Equal(ValuesOf(f), []string{"all"})
}

// EngineArgs returns the flags that make the same engines known to a worker process.
func EngineArgs(cmd *cobra.Command) (args []string) {
	files, _ := cmd.Flags().GetStringArray(EnginesFlag)
	for _, file := range files {
		if path, err := filepath.Abs(file); err == nil {
			file = path
		}
		args = append(args, "--"+EnginesFlag, file)
	}
	oneOffs, _ := cmd.Flags().GetStringArray(engineFlag)
	for _, text := range oneOffs {
		args = append(args, "--"+engineFlag, text)
	}
	return args
}

// present returns the variants without the engines whose programs are missing. It says why each is
// left out. Nobody has asked for one of them by name.
func present(cmd *cobra.Command, all []solvers.Variant) ([]solvers.Variant, error) {
	var found []solvers.Variant
	for _, v := range all {
		if err := engines.Missing(v); err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), "xcbench: left out:", OneLine(err))
			continue
		}
		found = append(found, v)
	}
	if len(found) == 0 && len(all) > 0 {
		return nil, errors.New("no engine is left, so there is nothing to do")
	}
	return found, nil
}

// FindSolver returns the solver with this name that a command knows.
func FindSolver(cmd *cobra.Command, name string) (solvers.Variant, error) {
	v, ok := Known(cmd).Find(name)
	if !ok {
		return v, Usagef("unknown solver %q%s", name, spelling.Hint(name, NamesOf(Known(cmd).Listed(), SolverName)))
	}
	return v, nil
}

// Divisible returns the variant that searches p, or an error if its searches cannot be divided.
func Divisible(v solvers.Variant, p *cover.Problem) (solvers.Variant, error) {
	v = v.For(p)
	if !v.Divisible() {
		return v, Usagef("searches of %s cannot be divided, because the order of its options depends on "+
			"the search before, or it walks no tree; expected a solver such as dlx_index", v.Name)
	}
	return v, nil
}
