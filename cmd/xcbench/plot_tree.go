package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/corpus"
	"xcbench/internal/cli"
	"xcbench/internal/drup"
	"xcbench/report/chart"
	"xcbench/results/tree"
)

// readRecord reads the tree or the proof to draw. It rejects flags that select results, which one
// search does not have.
func (p *plotFlags) readRecord(cmd *cobra.Command, kind chart.Kind, args []string) error {
	what, how := "recorded search tree", "--count --tree"
	if kind.OfProof() {
		what, how = "proof", "--proof"
	}
	for _, flag := range []string{"filter", "solver", "instance", "unit", "base"} {
		if cmd.Flags().Changed(flag) {
			return cli.Usagef("--%s selects results, but %s is a plot of a %s", flag, kind.Name, strings.TrimPrefix(what, "recorded "))
		}
	}
	if len(args) != 1 {
		return cli.Usagef("%d files for a plot of kind %s, expected one %s", len(args), kind.Name,
			strings.Replace(what, "search ", "", 1))
	}
	if info, err := os.Stat(args[0]); args[0] != "-" && (errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir()) {
		instance := "INSTANCE"
		if _, err := corpus.Find(args[0]); err == nil {
			instance = args[0]
		}
		return fmt.Errorf("%s is not a file, expected a %s; 'xcbench solve %s FILE %s' records one", args[0], what, how, instance)
	}
	name, in, err := cli.OpenInput(cmd, args[0])
	if err != nil {
		return err
	}
	defer in.Close()
	if kind.OfProof() {
		p.in.Proof, err = drup.ReadHistory(name, in)
		return err
	}
	s, err := tree.ReadSketch(name, in)
	p.in.Trees = []*tree.Sketch{s}
	return err
}
