package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/format"
	"xcbench/format/sudoku"
	"xcbench/internal/cli"
)

// input has the flags of the commands that read puzzles, and reads them.
type input struct {
	options format.Options
	before  func() error // called before more is read
	settle  func() error // called before a warning is printed
	// passes reports an error in an argument and returns whether to continue with the next one. The
	// default is to end with the error.
	passes    func(error) bool
	keepGoing bool // passes reports errors in the puzzles of a file too
}

func (in *input) flags(cmd *cobra.Command) {
	nothing := func() error { return nil }
	in.before, in.settle, in.passes = nothing, nothing, func(error) bool { return false }
	names := format.Names()
	f := cli.FlagsOf(cmd)
	f.Add(cli.Parsed(&in.options.From, "", cli.Among(names, names...), names...), "from", "read "+cli.Choice(names))
	f.Add(cli.OneOf(&in.options.Givens, []string{"omit", "single"}, sudoku.Omit, sudoku.Single), "givens",
		"treat sudoku givens: omit or single")
}

// each calls do with every puzzle of the arguments. An argument is an instance, a file, or "-" for
// standard input, which is the default. If do returns errEnough, there are no more.
func (in *input) each(cmd *cobra.Command, args []string, do func(name string, puzzle *format.Puzzle) error) error {
	if len(args) == 0 {
		args = []string{"-"}
	}
	for _, arg := range args {
		if err := in.eachOf(cmd, arg, do); err == errEnough {
			return nil
		} else if err != nil && !in.passes(err) {
			return err
		}
	}
	return nil
}

// first returns the first puzzle of the arguments, or nil. Second is the name of the next puzzle, or "".
func (in *input) first(cmd *cobra.Command, args []string) (name string, puzzle *format.Puzzle, second string, err error) {
	err = in.each(cmd, args, func(n string, p *format.Puzzle) error {
		if puzzle != nil {
			second = n
			return errEnough
		}
		name, puzzle = n, p
		return nil
	})
	return name, puzzle, second, err
}

// only returns the only puzzle of the arguments. The flag is the one that needs a single puzzle.
func (in *input) only(cmd *cobra.Command, args []string, flag string) (string, *format.Puzzle, error) {
	name, puzzle, second, err := in.first(cmd, args)
	switch {
	case err != nil:
	case second != "":
		err = cli.Usagef("%s: a second puzzle, expected only one with %s", second, flag)
	case puzzle == nil:
		err = cli.Usagef("no puzzle found, expected one with %s", flag)
	}
	return name, puzzle, err
}

// eachOf calls do with every puzzle of one argument.
func (in *input) eachOf(cmd *cobra.Command, arg string, do func(string, *format.Puzzle) error) error {
	if arg != "-" && !isText(arg) {
		instance, err := cli.Find(arg)
		if err != nil {
			return err
		}
		if instance != nil {
			puzzle, err := instance.Puzzle()
			if err != nil {
				return err
			}
			return do(instance.ID(), puzzle)
		}
	}
	name, file, err := "argument", io.NopCloser(strings.NewReader(arg)), error(nil)
	if !isText(arg) {
		name, file, err = cli.OpenInput(cmd, arg)
	}
	if err != nil {
		return err
	}
	defer file.Close()
	r, err := format.NewReader(name, readAfter{file, in.before}, in.options)
	if err != nil {
		return err
	}
	for {
		puzzle, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			if in.keepGoing && in.passes(err) {
				continue
			}
			return err
		}
		if err := in.warn(cmd.ErrOrStderr(), puzzle); err != nil {
			return err
		}
		if err := do(name, puzzle); err != nil {
			return err
		}
	}
}

// readAfter is an input that calls a function before each read.
type readAfter struct {
	io.Reader
	before func() error
}

func (in readAfter) Read(p []byte) (int, error) {
	if err := in.before(); err != nil {
		return 0, err
	}
	return in.Reader.Read(p)
}

// isText reports whether an argument is a puzzle itself: a sudoku or several lines, and no file of that
// name.
func isText(arg string) bool {
	if !strings.Contains(arg, "\n") && !format.IsSudoku(arg) {
		return false
	}
	_, err := os.Lstat(arg)
	return err != nil
}

// warn prints the warnings of a puzzle.
func (in *input) warn(w io.Writer, puzzle *format.Puzzle) error {
	for _, warning := range puzzle.Warnings {
		if err := in.settle(); err != nil {
			return err
		}
		fmt.Fprintln(w, "warning:", cli.Brief(warning))
	}
	return nil
}
