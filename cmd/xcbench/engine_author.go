package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"xcbench/format"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/solvers"
	"xcbench/solvers/engines"
	"xcbench/solvers/engines/conform"
	"xcbench/solvers/external"
	"xcbench/solvers/external/xcb"
)

func engineTestCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "test [flags] [NAME | COMMAND]",
		Short: "Test whether a program keeps to the protocol xcb",
		Long: `Test starts the program and tests it as an engine of the protocol xcb: right
answers on edge cases, limits, cancellation, bad problems and restarts. It
prints a table with what went wrong, and small problems that the program did
not solve. The exit status is 1 if a test failed.

NAME is an engine of an engines file, whose keys hold in the tests. Without an
argument, all engines of the files of --engines are tested.`,
		Example: "  xcbench engine test ./engine\n  xcbench engine test 'python3 engine.py'\n" +
			"  xcbench engine test --engines mine/engines.toml",
		Args: cli.Arguments(0, 1, "an engine, or a command, quoted if it has arguments"),
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := enginesToTest(cmd, args)
			if err != nil {
				return err
			}
			failed := 0
			for _, v := range all {
				n, err := testEngine(cmd, v)
				if err != nil {
					return err
				}
				failed += n
			}
			if failed > 0 {
				return cli.Wrong(fmt.Errorf("%s failed", english.Count(failed, "test")))
			}
			return nil
		},
	}
	cli.EngineFlags(cmd)
	cli.TableFlag(cmd)
	return cmd
}

// enginesToTest returns the engine of an argument, or those of the engines files that speak xcb.
func enginesToTest(cmd *cobra.Command, args []string) (all []solvers.Variant, err error) {
	for _, v := range cli.Known(cmd).Engines() {
		_, can := v.Solver.(*xcb.Engine)
		switch named := len(args) > 0 && args[0] == v.Name; {
		case named && !can:
			return nil, cli.Usagef("%s speaks the protocol %s, expected an engine of the protocol xcb", v.Name, engines.Protocol(*v.Engine))
		case named:
			return []solvers.Variant{v}, nil
		case can && len(args) == 0:
			all = append(all, v)
		}
	}
	if len(args) > 0 {
		all, err = engines.Open([]external.Spec{{Name: "tested", Command: args[0]}})
	} else if len(all) == 0 {
		err = errors.New("no engine of the protocol xcb in a file, expected a command or --engines FILE")
	}
	if err != nil {
		return nil, cli.Usage(err)
	}
	return all, nil
}

// testEngine prints the table of the tests of an engine, and returns how many failed.
func testEngine(cmd *cobra.Command, v solvers.Variant) (failed int, err error) {
	t := report.Table{Title: "Tests of " + v.Engine.Command,
		Columns: report.Heads("test", "result", "remark")}
	show := cli.NewProgress(cmd.ErrOrStderr())
	var unsolved bytes.Buffer
	failed, err = conform.Test(cmd.Context(), v.Solver.(*xcb.Engine), func(r conform.Result) {
		show.Step(len(t.Rows), len(t.Rows)+1, "testing: "+r.Name)
		result, remark := "ok", r.Note
		if r.Err != nil {
			result, remark = "FAILED", cli.OneLine(r.Err)
		}
		if p := r.Problem; p != nil && p.Options() <= mostShown {
			fmt.Fprintf(&unsolved, "\n%s: FAILED on this problem:\n", r.Name)
			format.WriteDLX(&unsolved, p)
		}
		t.Add(r.Name, result, remark)
	})
	show.Clear()
	if err != nil {
		return failed, errors.New("interrupted")
	}
	passed := len(t.Rows) - failed
	t.Notes = []string{fmt.Sprintf("%d of %s passed", passed, english.Count(len(t.Rows), "test"))}
	err = cli.Print(cmd, t)
	cmd.ErrOrStderr().Write(unsolved.Bytes())
	return failed, err
}

// mostShown is the most options of a problem that an engine did not solve and that is printed.
const mostShown = 30

func engineInitCommand() *cobra.Command {
	var adapter bool
	cmd := &cobra.Command{
		Use:   "init [flags] LANGUAGE DIR",
		Short: "Write a small engine to start from",
		Long: `Init writes a working engine in one short file, and an engines file that
describes it, into a directory. LANGUAGE is c, go, js, python or rust.

With --adapter, the file measures a library. It has one function to fill in,
which passes the solutions of the library to a callback.`,
		Example: "  xcbench engine init c mine\n  xcbench engine init --adapter python mine",
		Args:    cli.Arguments(2, 2, "a language and a directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := engines.FindStarter(args[0], adapter)
			if err != nil {
				return cli.Usage(err)
			}
			if err := s.Write(args[1]); err != nil {
				return err
			}
			cmd.Printf("wrote %s and %s\n", filepath.Join(args[1], s.File),
				filepath.Join(args[1], engines.File))
			if s.Build != "" {
				cmd.Printf("build: %s\n", s.Build)
			}
			cmd.Printf("test:  xcbench engine test '%s'\n", s.Command)
			return nil
		},
	}
	cli.FlagsOf(cmd).Add(&adapter, "adapter", "write an adapter for a library")
	return cmd
}
