package main

import (
	"io"
	"iter"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/format"
	"xcbench/format/sudoku"
	"xcbench/internal/cli"
)

// input has the flags of the commands that read puzzles, and reads them.
type input struct {
	options   format.Options
	answers   *stream // of the puzzles so far, or nil
	keepGoing bool    // a puzzle that cannot be read does not end its file
}

func (in *input) flags(cmd *cobra.Command) {
	names := format.Names()
	f := cli.FlagsOf(cmd)
	f.Add(cli.Parsed(&in.options.From, "", cli.Among(names, names...), names...), "from", "read "+cli.Choice(names))
	f.Add(cli.OneOf(&in.options.Givens, []string{"omit", "single"}, sudoku.Omit, sudoku.Single), "givens",
		"treat sudoku givens: omit or single")
}

// each yields every puzzle of the arguments, or the error of an argument or a puzzle. An argument is an
// instance, a puzzle itself, a file, or "-" for standard input, which is the default.
func (in *input) each(cmd *cobra.Command, args []string) iter.Seq2[numbered, error] {
	if len(args) == 0 {
		args = []string{"-"}
	}
	return func(yield func(numbered, error) bool) {
		number := -1
		for _, arg := range args {
			if !in.eachOf(cmd, arg, func(name string, puzzle *format.Puzzle, err error) bool {
				if err == nil {
					number++
				}
				return yield(numbered{name, puzzle, number}, err)
			}) {
				return
			}
		}
	}
}

// only returns the only puzzle of the arguments. The flag is the one that needs a single puzzle.
func (in *input) only(cmd *cobra.Command, args []string, flag string) (only numbered, err error) {
	for p, err := range in.each(cmd, args) {
		switch {
		case err != nil:
			return p, err
		case p.number > 0:
			return p, cli.Usagef("%s: a second puzzle, expected only one with %s", p.name, flag)
		}
		only = p
	}
	if only.puzzle == nil {
		err = cli.Usagef("no puzzle found, expected one with %s", flag)
	}
	return only, err
}

// eachOf yields every puzzle of one argument, and reports whether more are wanted.
func (in *input) eachOf(cmd *cobra.Command, arg string, yield func(string, *format.Puzzle, error) bool) bool {
	if arg != "-" && !isText(arg) {
		known, err := cli.Find(arg)
		if err != nil {
			return yield(arg, nil, err)
		}
		if known != nil {
			puzzle, err := known.Puzzle()
			return yield(known.ID(), puzzle, err)
		}
	}
	name, file, err := "argument", io.NopCloser(strings.NewReader(arg)), error(nil)
	if !isText(arg) {
		name, file, err = cli.OpenInput(cmd, arg)
	}
	if err != nil {
		return yield(name, nil, err)
	}
	defer file.Close()
	r, err := format.NewReader(name, readAfter{file, in.answers}, in.options)
	for err == nil || in.keepGoing && r != nil {
		var puzzle *format.Puzzle
		if puzzle, err = r.Read(); err == io.EOF {
			return true
		}
		if err == nil {
			err = in.warn(cmd, puzzle)
		}
		if !yield(name, puzzle, err) {
			return false
		}
	}
	return r != nil || yield(name, nil, err)
}

// readAfter is an input that hands over the puzzles so far before each read.
type readAfter struct {
	io.Reader
	answers *stream
}

func (in readAfter) Read(p []byte) (int, error) {
	if in.answers != nil {
		if err := in.answers.dispatch(); err != nil {
			return 0, err
		}
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

// warn prints the warnings of a puzzle, after the answers so far.
func (in *input) warn(cmd *cobra.Command, puzzle *format.Puzzle) error {
	for _, warning := range puzzle.Warnings {
		if in.answers != nil {
			if err := in.answers.settle(); err != nil {
				return err
			}
		}
		cmd.PrintErrln("warning:", cli.Brief(warning))
	}
	return nil
}
