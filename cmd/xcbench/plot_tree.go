package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"xcbench/corpus"
	"xcbench/results/tree"
)

// readTree reads the tree to draw. It rejects flags that select results, which a tree does not
// have.
func (p *plotFlags) readTree(cmd *cobra.Command, kind string, args []string) error {
	for _, flag := range []string{"filter", "solver", "instance", "unit", "base"} {
		if cmd.Flags().Changed(flag) {
			return usagef("--%s selects results, but %s is a plot of a search tree", flag, kind)
		}
	}
	if len(args) != 1 {
		return usagef("%d files for a plot of kind %s, expected one recorded tree", len(args), kind)
	}
	if info, err := os.Stat(args[0]); args[0] != "-" && (errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir()) {
		instance := "INSTANCE"
		if _, err := corpus.Find(args[0]); err == nil {
			instance = args[0]
		}
		return fmt.Errorf("%s is not a file, expected a recorded search tree; "+
			"'xcbench solve --count --tree FILE %s' records one", args[0], instance)
	}
	name, in, err := openInput(cmd, args[0])
	if err != nil {
		return err
	}
	defer in.Close()
	s, err := tree.ReadSketch(name, in)
	if err != nil {
		return err
	}
	p.in.Trees = []*tree.Sketch{s}
	return nil
}
