package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"xcbench/internal/atomicfile"
	"xcbench/internal/english"
	"xcbench/results"
)

// write updates the baseline with the run, and prints what changed.
func (g *gate) write(cmd *cobra.Command, old, run []results.Count) error {
	all, others, err := results.UpdateBaseline(old, run, g.Partial, g.prune)
	if err != nil {
		return err
	}
	err = atomicfile.Write(g.baseline, 0o666, func(w io.Writer) error { return results.WriteBaseline(w, all) })
	if err != nil {
		return err
	}
	fresh, note := len(all)-others, ""
	switch {
	case others > 0 && g.prune:
		fresh, note = len(all), fmt.Sprintf("; dropped %s that the run lacks", english.Count(others, "row"))
	case others > 0:
		note = fmt.Sprintf("; kept %s that the run lacks (--prune drops them)", english.Count(others, "row"))
	}
	cmd.PrintErrf("wrote %s: %s of the run%s\n", g.baseline, english.Count(fresh, "row"), note)
	return nil
}
