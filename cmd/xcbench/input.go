package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/format"
	"xcbench/format/sudoku"
)

// input is where solve and convert get their puzzles from.
type input struct {
	from   string
	givens string
	before func() error // what is to be done before more is read, or a warning written; or nil
}

func (in *input) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&in.from, "from", "", "format of the input: "+strings.Join(format.Names(), ", ")+" (default: found out)")
	cmd.Flags().StringVar(&in.givens, "givens", "omit", `what becomes of a sudoku's givens: "omit" leaves out the items that they cover, "single" gives their cells a single option`)
}

// each calls do with every puzzle of the arguments: ids of the catalogue, files,
// or "-", the default, for standard input.
func (in *input) each(cmd *cobra.Command, args []string, do func(name string, puzzle *format.Puzzle) error) error {
	o := format.Options{From: in.from}
	switch in.givens {
	case "omit":
		o.Givens = sudoku.Omit
	case "single":
		o.Givens = sudoku.Single
	default:
		return usagef("unknown value %q of --givens, expected omit or single", in.givens)
	}
	if in.from != "" {
		if err := checkFormat(in.from, format.Names()); err != nil {
			return err
		}
	}
	if len(args) == 0 {
		args = []string{"-"}
	}
	for _, arg := range args {
		if err := in.eachOf(cmd, arg, o, do); err != nil {
			return err
		}
	}
	return nil
}

// only calls do if there is exactly one puzzle, as the flag wants it.
func (in *input) only(cmd *cobra.Command, args []string, flag string, do func(name string, puzzle *format.Puzzle) error) error {
	var name string
	var puzzle *format.Puzzle
	err := in.each(cmd, args, func(n string, p *format.Puzzle) error {
		if puzzle != nil {
			return usagef("%s: more than one puzzle, expected one with %s", n, flag)
		}
		name, puzzle = n, p
		return nil
	})
	if err != nil {
		return err
	}
	if puzzle == nil {
		return usagef("no puzzle, expected one with %s", flag)
	}
	return do(name, puzzle)
}

func (in *input) eachOf(cmd *cobra.Command, arg string, o format.Options, do func(string, *format.Puzzle) error) error {
	name, text := "stdin", cmd.InOrStdin()
	if arg != "-" {
		instance, err := find(arg)
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
		f, err := open(arg)
		if err != nil {
			return err
		}
		defer f.Close()
		name, text = arg, f
	}
	if in.before != nil {
		text = tied{text, in.before}
	}
	r, err := format.NewReader(name, text, o)
	if err != nil {
		return err
	}
	for {
		puzzle, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
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

func (in *input) warn(w io.Writer, puzzle *format.Puzzle) error {
	if len(puzzle.Warnings) > 0 && in.before != nil {
		if err := in.before(); err != nil {
			return err
		}
	}
	for _, warning := range puzzle.Warnings {
		fmt.Fprintln(w, "warning:", warning)
	}
	return nil
}
