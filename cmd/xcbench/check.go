package main

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/internal/atomicfile"
	"xcbench/internal/bounded"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/results"
	"xcbench/solvers"
)

func checkCommand() *cobra.Command {
	var v verifying
	var update bool
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
				return updateManifests(v.Files)
			}
			v.Twins = true
			return v.check(cmd, args)
		},
	}
	standard, _ := solvers.Find("dlx_index") // its counters are in the manifests
	v.Flags(cmd, corpus.Full, []solvers.Variant{standard}, "search with `SOLVERS` (default "+standard.Name+")")
	v.bounds.Timeout = time.Second
	cli.BoundFlags(cmd, &v.bounds)
	cli.FlagsOf(cmd).Add(&update, "update", "rewrite the manifests of --corpus", "needs corpus")
	return cmd
}

// check compares the selected instances with their rows, and prints a summary.
func (v *verifying) check(cmd *cobra.Command, args []string) error {
	differ := 0
	var undeclared error
	twins := corpus.Twins{}
	err := v.each(cmd, args, "checking ", func(in corpus.Instance, r bench.Report) error {
		puzzle, err := in.Puzzle()
		if err != nil {
			return err
		}
		if err := in.Audit(puzzle.Problem()); err != nil {
			v.say(cli.OneLine(err))
			differ++
		}
		if err := twins.Add(in, puzzle.Problem()); err != nil {
			v.say(cli.OneLine(err))
			undeclared = cli.Wrong(errors.New("a problem counts once; declare each twin in the column alike"))
		}
		for _, f := range r.Faults() {
			v.say(cli.Brief(fmt.Sprintf("%s: %s: %s", f.InstanceID, f.Solver, f.What)))
		}
		return v.add(cmd.Context(), in.ID(), r)
	})
	if err != nil {
		return err
	}
	disagree, in := v.faults.Count(results.Disagree), ""
	if disagree > 0 {
		in = fmt.Sprintf("%d in disagreement, ", disagree)
	}
	cmd.Printf("%s: %d differ from the manifest; answers: %d right, %d wrong, %s%d not finished in time\n", english.Count(v.all, "instance"),
		differ, v.answers, len(v.faults)-disagree, in, len(v.table.Rows)-v.answers-len(v.faults))
	switch {
	case len(v.faults) > 0:
		return cli.Wrong(fmt.Errorf("found %v", v.faults))
	case differ > 0:
		return fmt.Errorf("%s not as in the manifest; if the change is intended, rewrite it with --update",
			english.Count(differ, "instance"))
	}
	return cmp.Or(undeclared, v.verdict())
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
