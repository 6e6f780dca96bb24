package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/internal/atomicfile"
	"xcbench/internal/bounded"
	"xcbench/internal/cli"
	"xcbench/report/splice"
)

// Spliceable commands may fill a section, because they print tables; unspliceable flags do more than
// print, or print something else.
var (
	spliceable   = []string{"rank", "cmp", "list", "gate"}
	unspliceable = []string{"--format", "--help", "-h", "--update", "--prune", "--junit", "--github"}
)

// spliceFiles updates the sections of Markdown files. If a marker is wrong or a command fails, no
// file is written. With check no file is written either, and a section that is out of date is an
// error.
func spliceFiles(cmd *cobra.Command, files []string, check bool) error {
	if len(files) == 0 {
		return cli.Usagef("no file is named, expected Markdown files that contain <!-- xcbench: COMMAND -->")
	}
	changed := map[string][]byte{} // by the name of the file
	var stale []string
	for _, name := range files {
		text, err := bounded.ReadFile(name)
		if err != nil {
			return err
		}
		anew, lines, err := splice.Text(name, text, func(args []string) ([]byte, error) {
			return printed(cmd.Context(), args, cmd.ErrOrStderr())
		})
		if err != nil {
			return err
		}
		for _, line := range lines {
			stale = append(stale, fmt.Sprintf("%s:%d", name, line))
		}
		if lines != nil {
			changed[name] = anew
		}
	}
	if check && stale != nil {
		return cli.Wrong(fmt.Errorf("%s: out of date; 'xcbench report --splice' without --check updates it",
			strings.Join(stale, ", ")))
	}
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		if err := atomicfile.WriteFile(name, changed[name], 0o644); err != nil { // the file keeps its permissions
			return err
		}
	}
	return nil
}

// printed returns what xcbench prints as Markdown for these arguments.
func printed(ctx context.Context, args []string, stderr io.Writer) ([]byte, error) {
	args, err := spliceArgs(args)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	root := program(&out)
	root.SetArgs(args)
	root.SetIn(strings.NewReader(""))
	root.SetErr(stderr)
	err = root.ExecuteContext(ctx)
	switch {
	case cli.IsUsage(err):
		return nil, &splice.SyntaxError{Msg: cli.OneLine(err)}
	case err != nil:
		return nil, errors.New(cli.OneLine(err)) // drops the exit status: 1 would mean an out-of-date file
	}
	return out.Bytes(), nil
}

// spliceArgs adds the format to the arguments. It fails if their command may not fill a section.
func spliceArgs(args []string) ([]string, error) {
	if len(args) == 0 || !slices.Contains(spliceable, args[0]) {
		return nil, &splice.SyntaxError{Msg: fmt.Sprintf("section of the command %q, expected one of %s",
			strings.Join(args, " "), strings.Join(spliceable, ", "))}
	}
	for _, arg := range args[1:] {
		if name, _, _ := strings.Cut(arg, "="); slices.Contains(unspliceable, name) {
			return nil, &splice.SyntaxError{Msg: name +
				" in a section, expected a command that only prints a table; --format md is added to it"}
		}
	}
	return slices.Insert(slices.Clone(args), 1, "--format", "md"), nil
}
