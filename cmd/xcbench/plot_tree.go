package main

import (
	"github.com/spf13/cobra"

	"xcbench/results/tree"
)

// readTree reads the tree to draw. Flags that choose among results mean nothing to it.
func (p *plotFlags) readTree(cmd *cobra.Command, kind string, args []string) error {
	for _, flag := range []string{"filter", "solver", "instance", "unit", "base"} {
		if cmd.Flags().Changed(flag) {
			return usagef("--%s is for plots of results, and %s is one of a tree", flag, kind)
		}
	}
	if len(args) != 1 {
		return usagef("%d files for a plot of kind %s, expected one tree", len(args), kind)
	}
	name, in := "stdin", cmd.InOrStdin()
	if args[0] != "-" {
		f, err := open(args[0])
		if err != nil {
			return err
		}
		defer f.Close()
		name, in = args[0], f
	}
	s, err := tree.ReadSketch(name, in)
	if err != nil {
		return err
	}
	p.in.Trees = []*tree.Sketch{s}
	return nil
}
