package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/atomicfile"
	"xcbench/internal/bounded"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/results"
	"xcbench/solvers"
)

func checkCommand() *cobra.Command {
	var (
		s      cli.Selection
		bounds bench.Bounds
		update bool
	)
	cmd := &cobra.Command{
		Use:   "check [flags] [INSTANCE]...",
		Short: "Rebuild the instances and compare them with the catalogue",
		Long: `Check builds every instance and compares it with its row in the catalogue, or in
a manifest that --corpus names. It compares the hash, items and options of the
problem, and the number of solutions. Where nodes and updates of Knuth's dlx1
are known, it compares those too. It prints each difference and a summary.

A search that does not finish in time leaves its answer open; --timeout 0 waits
for all. With --update, check rewrites the manifests of --corpus with the
present items, options and hashes.`,
		Example: "  xcbench corpus check --tier smoke",
		RunE: func(cmd *cobra.Command, args []string) error {
			if update {
				return updateManifests(s.Files)
			}
			variants, err := s.Variants()
			if err != nil {
				return err
			}
			return (&checking{cmd: cmd, variants: variants, bounds: bounds}).all(&s.Instances, args)
		},
	}
	standard, _ := solvers.Find("dlx_index") // its counters are in the manifests
	s.Flags(cmd, corpus.Full, []solvers.Variant{standard}, "search with `SOLVERS` (default "+standard.Name+")")
	cli.BoundFlags(cmd, &bounds, time.Second)
	cmd.Flags().BoolVar(&update, "update", false, "rewrite the manifests of --corpus")
	cli.Needs(cmd, "corpus", "update")
	return cmd
}

// checking is the state of one check command.
type checking struct {
	cmd      *cobra.Command
	variants []solvers.Variant
	bounds   bench.Bounds

	answered, open, differ int
	faults                 bench.Faults
}

func (c *checking) all(s *cli.Instances, args []string) error {
	instances, err := s.All(c.cmd, args)
	if err != nil {
		return err
	}
	command, err := cli.WorkerProcess(c.cmd)
	if err != nil {
		return err
	}
	verifier := bench.NewVerifier(command)
	defer verifier.Close()
	show := cli.NewProgress(c.cmd.ErrOrStderr())
	defer show.Clear()
	for k, in := range instances {
		show.Step(k, len(instances), "checking "+in.ID())
		puzzle, err := in.Puzzle()
		if err != nil {
			return err
		}
		report, err := verifier.Verify(c.cmd.Context(), in, c.variants, c.bounds)
		if err != nil {
			return err
		}
		if err := in.Audit(puzzle.Problem()); err != nil {
			show.Clear()
			fmt.Fprintln(c.cmd.ErrOrStderr(), "xcbench:", cli.OneLine(err))
			c.differ++
		}
		for _, f := range report.Faults() {
			show.Clear()
			fmt.Fprintf(c.cmd.ErrOrStderr(), "xcbench: %s: %s: %s\n", f.InstanceID, f.Solver, f.What)
			c.faults = append(c.faults, f)
		}
		for _, o := range report.Outcomes {
			if o.Stats.Status == cover.Solved {
				c.answered++
			}
		}
		c.open += len(report.Outcomes)
	}
	c.open -= c.answered + len(c.faults)
	show.Clear()
	disagree := c.faults.Count(results.Disagree)
	in := ""
	if disagree > 0 {
		in = fmt.Sprintf("%d in disagreement, ", disagree)
	}
	_, err = fmt.Fprintf(c.cmd.OutOrStdout(),
		"%s: %d differ from the manifest; answers: %d right, %d wrong, %s%d not finished in time\n",
		english.Count(len(instances), "instance"), c.differ, c.answered, len(c.faults)-disagree, in, c.open)
	switch {
	case err != nil:
		return err
	case len(c.faults) > 0:
		return cli.Wrong(fmt.Errorf("found %v", c.faults))
	case c.differ > 0:
		return fmt.Errorf("%s not as in the manifest; if the change is intended, rewrite it with --update",
			english.Count(c.differ, "instance"))
	}
	return s.Verdict()
}

// updateManifests rewrites manifests. Each is replaced as a whole or not at all.
func updateManifests(paths []string) error {
	for _, path := range paths {
		text, err := bounded.ReadFile(path)
		if err != nil {
			return err
		}
		anew, err := corpus.UpdateManifest(path, string(text))
		if err != nil {
			return err
		}
		if anew == string(text) {
			continue
		}
		if err := atomicfile.WriteFile(path, []byte(anew), 0o644); err != nil {
			return err
		}
	}
	return nil
}
