package main

import (
	"cmp"
	"errors"
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

Two instances of a manifest whose problems look the same must be declared in the
column alike: one as the twin of the other, or as distinct.

A search that does not finish in time leaves its answer open; --timeout 0 waits
for all. With --update, check rewrites the manifests of --corpus with the
present items, options and hashes.`,
		Example: "  xcbench corpus check --tier smoke",
		RunE: func(cmd *cobra.Command, args []string) error {
			if update {
				return updateManifests(s.Files)
			}
			s.Twins = true
			return checkInstances(cmd, &s, bounds, args)
		},
	}
	standard, _ := solvers.Find("dlx_index") // its counters are in the manifests
	s.Flags(cmd, corpus.Full, []solvers.Variant{standard}, "search with `SOLVERS` (default "+standard.Name+")")
	bounds.Timeout = time.Second
	cli.BoundFlags(cmd, &bounds)
	cli.FlagsOf(cmd).Add(&update, "update", "rewrite the manifests of --corpus", "needs corpus")
	return cmd
}

// checkInstances compares the selected instances with their rows, and prints a summary.
func checkInstances(cmd *cobra.Command, s *cli.Selection, bounds bench.Bounds, args []string) error {
	variants, err := s.Variants()
	if err != nil {
		return err
	}
	instances, err := s.All(cmd, args)
	if err != nil {
		return err
	}
	command, err := cli.WorkerProcess(cmd)
	if err != nil {
		return err
	}
	verifier := bench.NewVerifier(command)
	defer verifier.Close()
	show := cli.NewProgress(cmd.ErrOrStderr())
	defer show.Clear()
	answered, open, differ := 0, 0, 0
	var faults bench.Faults
	var undeclared error
	twins := corpus.Twins{}
	say := func(err error) {
		show.Clear()
		cmd.PrintErrln("xcbench:", cli.OneLine(err))
	}
	for k, in := range instances {
		show.Step(k, len(instances), "checking "+in.ID())
		puzzle, err := in.Puzzle()
		if err != nil {
			return err
		}
		report, err := verifier.Verify(cmd.Context(), in, variants, bounds)
		if err != nil {
			return err
		}
		if err := in.Audit(puzzle.Problem()); err != nil {
			say(err)
			differ++
		}
		if err := twins.Add(in, puzzle.Problem()); err != nil {
			say(err)
			undeclared = cli.Wrong(errors.New("a problem counts once; declare each twin in the column alike"))
		}
		for _, f := range report.Faults() {
			say(fmt.Errorf("%s: %s: %s", f.InstanceID, f.Solver, f.What))
			faults = append(faults, f)
		}
		for _, o := range report.Outcomes {
			if o.Stats.Status == cover.Solved {
				answered++
			}
		}
		open += len(report.Outcomes)
	}
	open -= answered + len(faults)
	show.Clear()
	return cmp.Or(sumUp(cmd, len(instances), differ, answered, open, faults), undeclared, s.Verdict())
}

// sumUp prints the summary of a check, and returns an error if anything is not as in the manifest.
func sumUp(cmd *cobra.Command, instances, differ, answered, open int, faults bench.Faults) error {
	disagree, in := faults.Count(results.Disagree), ""
	if disagree > 0 {
		in = fmt.Sprintf("%d in disagreement, ", disagree)
	}
	cmd.Printf("%s: %d differ from the manifest; answers: %d right, %d wrong, %s%d not finished in time\n",
		english.Count(instances, "instance"), differ, answered, len(faults)-disagree, in, open)
	switch {
	case len(faults) > 0:
		return cli.Wrong(faults)
	case differ > 0:
		return fmt.Errorf("%s not as in the manifest; if the change is intended, rewrite it with --update",
			english.Count(differ, "instance"))
	}
	return nil
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
