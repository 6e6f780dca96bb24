package main

import (
	"os"
	"slices"

	"github.com/spf13/cobra"

	"xcbench/internal/cli"
	"xcbench/report"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/engines"
	"xcbench/solvers/external/xcb"
)

func engineCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "engine",
		Short: "Use solvers that are other programs: build, list, test, ...",
		Long: `An engine is a solver that is another program, in any language. Solve, verify,
run, ab, list and fleet take it by its name, like any other solver.
Cmp, rank, gate, plot and report read what run recorded of it.

Engines are described in a file, engines.toml in the working directory or the
ones of --engines:

  [[engine]]
  name = "mine"
  command = "./mine --fast"

or on the command line: --engine mine='./mine --fast'. The default protocol is
xcb (docs/engine-protocol.md). Others are named as protocol = "knuth" in the
file, and as --engine dlx1:knuth='./dlx1 m1' on the command line. Any build of
xcbench is an engine: --engine old=./xcbench-old.`,
		Example: "  xcbench engine init c mine\n  xcbench engine test ./mine/engine",
		Args:    cobra.ArbitraryArgs,
		RunE:    cli.ShowHelp,
	}
	cmd.AddCommand(engineListCommand(), engineBuildCommand(), engineTestCommand(), engineInitCommand(), engineServeCommand())
	return cmd
}

func engineListCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list [flags]",
		Short: "List the engines",
		Long: `List prints a table of the engines, and says which programs are missing. It
starts none of them: run asks each for its version, and records it. The limits
are those of the engines file and of the protocol; the greeting of a program
may name more.`,
		Example: "  xcbench engine list --engines engines.toml",
		Args:    cli.Arguments(0, 0, "none"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			t := report.Table{Title: "Engines", Columns: report.Heads("engine", "protocol", "rule", "updates count", "limits",
				"program", "command")}
			for _, v := range cli.Known(cmd).Engines() {
				program := "found"
				if engines.Missing(v) != nil {
					program = "missing"
				}
				t.Add(v.Name, engines.Protocol(*v.Engine), v.Rule, v.Counter, v.Capabilities().String(), program, v.Engine.Command)
			}
			return cli.Print(cmd, t)
		},
	}
	cli.EngineFlags(cmd)
	cli.TableFlag(cmd)
	return cmd
}

// withBuilds adds the versions of engines to their summaries, or why a version is unknown, and returns
// what a run records of them. It starts the programs.
func withBuilds(cmd *cobra.Command, all []solvers.Variant) ([]solvers.Variant, map[string]results.Engine, error) {
	all = slices.Clone(all)
	recorded := map[string]results.Engine{}
	for k, v := range all {
		if v.Engine == nil {
			continue
		}
		table, err := engines.Table(*v.Engine)
		if err != nil {
			return nil, nil, err
		}
		b, err := engines.BuildOf(cmd.Context(), v)
		if err != nil {
			b.Version = "unknown: " + cli.OneLine(err)
		}
		if b.Version != "" {
			all[k].Summary += results.VersionMark + b.Version
		}
		recorded[v.Name] = results.Engine{Table: table, Program: b.Hash}
	}
	return all, recorded, nil
}

func engineBuildCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "build [flags] [NAME]...",
		Short: "Make the programs of engines",
		Long: `Build runs the commands that the engines file has for each engine, as in
build = ["cc -O2 -o engine engine.c"], in the directory of the engine. Without
names, it builds all engines that have such commands.`,
		Example: "  xcbench engine build mine",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, names []string) error {
			all := cli.Known(cmd).Engines()
			if len(all) == 0 {
				return cli.Usagef("no engine is described, expected engines.toml or --engines FILE")
			}
			for _, name := range names {
				v, err := cli.FindSolver(cmd, name)
				if err == nil && (v.Engine == nil || len(v.Engine.Build) == 0) {
					err = cli.Usagef("%s has no commands in an engines file that build it", name)
				}
				if err != nil {
					return err
				}
			}
			for _, v := range all {
				if len(names) > 0 && !slices.Contains(names, v.Name) {
					continue
				}
				if err := engines.Make(cmd.Context(), v, cmd.ErrOrStderr()); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cli.EngineFlags(cmd)
	return cmd
}

const (
	engineName = "engine"
	serveName  = "serve"
)

func engineServeCommand() *cobra.Command {
	var v solvers.Variant
	cmd := &cobra.Command{
		Use:   serveName + " [flags]",
		Short: "Serve as an engine of another xcbench",
		Long: `Serve speaks the protocol xcb on its standard input and output, so that a solver
of this build is an engine of another one, perhaps on another machine. If
XCBENCH_PROTOCOL is xcb, as it is for all engines, xcbench without arguments
serves too.`,
		Example: "  xcbench ab auto far --engine far='ssh host xcbench engine serve'",
		Args:    cli.Arguments(0, 0, "none"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return engineServer(v).Serve(cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	cli.SolverFlag(cmd, &v, solvers.Default, "solve with `SOLVER`")
	return cmd
}

func engineServer(v solvers.Variant) xcb.Server {
	return xcb.Server{Solver: v, Name: "xcbench " + v.Name, Version: thisVersion().Version}
}

// serving returns the arguments of a program that is started without any, as an engine.
func serving(args []string) []string {
	if len(args) == 0 && os.Getenv(xcb.Variable) == xcb.Name {
		return []string{engineName, serveName}
	}
	return args
}
