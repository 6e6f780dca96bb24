package main

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"xcbench/internal/atomicfile"
	"xcbench/internal/english"
	"xcbench/results"
)

// write makes the baseline of the run. What only the old one has is kept, unless it is to
// be pruned: a run of some instances takes no others away. A search that did not
// finish is an error or, with --partial, keeps its old counts: none is lost by a slow
// machine.
func (g *gate) write(cmd *cobra.Command, old, run []results.Count) error {
	all := slices.DeleteFunc(slices.Clone(run), func(c results.Count) bool { return !c.Measured() })
	fresh, others := len(all), 0
	for _, c := range old {
		k := slices.IndexFunc(run, func(r results.Count) bool { return r.Search == c.Search })
		switch {
		case k < 0:
			others++
			if !g.prune {
				all = append(all, c)
			}
		case run[k].Measured():
		case g.Partial:
			all = append(all, c)
			others++
		default:
			return fmt.Errorf("%s: %s; the baseline has %d nodes; give the run more time, or keep the old counts with --partial", c.Label(), run[k].Status, c.Nodes)
		}
	}
	var text bytes.Buffer
	if err := results.WriteBaseline(&text, all); err != nil {
		return err
	}
	if err := atomicfile.WriteFile(g.baseline, text.Bytes(), 0o666); err != nil {
		return err
	}
	said := ""
	switch {
	case others > 0 && g.prune:
		said = fmt.Sprintf("; %s dropped that the run does not have", english.Count(others, "row"))
	case others > 0:
		said = fmt.Sprintf("; %s kept that the run does not have (--prune drops them)", english.Count(others, "row"))
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "wrote %s: %s of the run%s\n", g.baseline, english.Count(fresh, "row"), said)
	return nil
}
