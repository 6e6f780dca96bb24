package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/internal/atomicfile"
	"xcbench/report/splice"
)

// spliceable are the commands that may fill a section: they print tables. Their
// flags that do more than that are not for a document.
var spliceable = []struct {
	command  []string
	excluded []string
}{
	{[]string{"rank"}, nil},
	{[]string{"cmp"}, nil},
	{[]string{"noise"}, nil},
	{[]string{"list"}, nil},
	{[]string{"corpus", "list"}, nil},
	{[]string{"gate"}, []string{"--update", "--prune", "--junit", "--github"}},
}

// spliceFiles fills the sections of Markdown files anew. If one of them has a wrong
// marker or a command that fails, none is written. With check none is, and it is an
// error if a section is not current.
func spliceFiles(cmd *cobra.Command, files []string, check bool) error {
	if len(files) == 0 {
		return usagef("no file named, expected Markdown files with <!-- xcbench: COMMAND --> in them")
	}
	var changed []document
	var stale []string
	for _, name := range files {
		d, err := readDocument(name)
		if err != nil {
			return err
		}
		anew, lines, err := splice.Text(name, d.text, func(args []string) ([]byte, error) {
			return printed(cmd.Context(), args, cmd.ErrOrStderr())
		})
		if err != nil {
			return err
		}
		for _, line := range lines {
			stale = append(stale, fmt.Sprintf("%s:%d", name, line))
		}
		if d.text = anew; lines != nil {
			changed = append(changed, d)
		}
	}
	if check && stale != nil {
		return wrongError{fmt.Errorf("%s: not current; 'xcbench report --splice' without --check writes anew", strings.Join(stale, ", "))}
	}
	for _, d := range changed {
		if err := atomicfile.WriteFile(d.path, d.text, d.mode); err != nil {
			return err
		}
	}
	return nil
}

// document is a file that is rewritten where it is.
type document struct {
	path string // of the file itself, not of a link to it
	mode os.FileMode
	text []byte
}

func readDocument(name string) (d document, err error) {
	if d.path, err = filepath.EvalSymlinks(name); err != nil {
		return d, err
	}
	info, err := os.Stat(d.path)
	if err != nil {
		return d, err
	}
	d.mode = info.Mode().Perm()
	d.text, err = os.ReadFile(d.path)
	return d, err
}

// printed returns what xcbench prints as Markdown when it is given these arguments.
func printed(ctx context.Context, args []string, stderr io.Writer) ([]byte, error) {
	args, err := spliceArgs(args)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	root := program()
	root.SetArgs(args)
	root.SetIn(strings.NewReader(""))
	root.SetOut(&out)
	root.SetErr(stderr)
	err = root.ExecuteContext(ctx)
	var usage usageError
	switch {
	case errors.As(err, &usage):
		return nil, &splice.SyntaxError{Msg: oneLine(err)}
	case err != nil:
		return nil, errors.New(oneLine(err)) // a gate that failed is no stale file
	}
	return out.Bytes(), nil
}

// spliceArgs returns the arguments with the format added, if they are of a command
// that may fill a section.
func spliceArgs(args []string) ([]string, error) {
	var names []string
	for _, s := range spliceable {
		names = append(names, strings.Join(s.command, " "))
		n := len(s.command)
		if len(args) < n || !slices.Equal(args[:n], s.command) {
			continue
		}
		excluded := append([]string{"--format", "--help", "-h"}, s.excluded...)
		for _, arg := range args[n:] {
			if name, _, _ := strings.Cut(arg, "="); slices.Contains(excluded, name) {
				return nil, &splice.SyntaxError{Msg: fmt.Sprintf("%s in a section, expected a command that prints a table; --format md is added to it", name)}
			}
		}
		return slices.Concat(s.command, []string{"--format", "md"}, args[n:]), nil
	}
	return nil, &splice.SyntaxError{Msg: fmt.Sprintf("a section of %q, expected one of the commands %s", strings.Join(args, " "), strings.Join(names, ", "))}
}
