package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"xcbench/corpus"
	"xcbench/internal/cli"
	"xcbench/report/chart"
	"xcbench/results/tree"
)

// readTree reads the tree to draw. It rejects flags that select results, which one search does not have.
func (p *plotFlags) readTree(cmd *cobra.Command, kind chart.Kind, args []string) error {
	for _, flag := range []string{"filter", "solver", "instance", "unit", "base", "share"} {
		if cmd.Flags().Changed(flag) {
			return cli.Usagef("--%s selects results, but %s is a plot of a search tree", flag, kind.Name)
		}
	}
	if len(args) != 1 {
		return cli.Usagef("%d files for a plot of kind %s, expected one recorded tree", len(args), kind.Name)
	}
	info, err := os.Stat(args[0])
	if missing := errors.Is(err, fs.ErrNotExist); args[0] != "-" && (missing || err == nil && info.IsDir()) {
		instance := "INSTANCE"
		if _, err := corpus.Find(args[0]); err == nil {
			instance = args[0]
		}
		err := fmt.Errorf("%s is not a file, expected a recorded search tree; 'xcbench solve --count --tree FILE %s' records one", args[0], instance)
		if missing {
			err = cli.Usage(err)
		}
		return err
	}
	name, in, err := cli.OpenInput(cmd, args[0])
	if err != nil {
		return err
	}
	defer in.Close()
	s, err := tree.ReadSketch(name, in)
	p.in.Trees = []*tree.Sketch{s}
	return err
}
