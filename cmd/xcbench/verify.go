package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/results"
	"xcbench/solvers"
)

// verifying has the flags of one verify command, and its state.
type verifying struct {
	cli.Selection
	bounds bench.Bounds
	shrink string

	inProcess bool
	worker    []string     // the command of the worker process; nil for a worker in this process
	say       func(string) // prints a message above the progress
	done, all int          // instances

	table   report.Table
	faults  bench.Faults
	killed  int      // searches without a verdict, because their worker was killed from outside
	answers int      // without a fault
	open    int      // those that nothing confirmed
	written []string // a line for each file written
}

func verifyCommand() *cobra.Command {
	var v verifying
	cmd := &cobra.Command{
		Use:   "verify [flags] [INSTANCE | FILE]...",
		Short: "Check the answers of every solver on every instance",
		Long: `Verify runs every solver on every instance, checks the answers in six ways, and
prints a table of the outcomes. It takes auto, sat and the counting solvers too.
The checks compare:

  - every solution against the problem, by code that no solver shares;
  - the number of solutions against the known number;
  - the solvers against each other: their solutions, and the nodes and updates
    of each level;
  - a second run of each solver against its first;
  - the proof of solver learn that it found all solutions, by following it;
  - on small problems, the number of solutions against that of a SAT solver.

With --shrink, verify reduces the problem of each fault to a minimal one that
still shows the fault. It writes the problem as DLX text, with comments that
state the fault and the command that shows it. If there is no fault, it writes
nothing.

An answer that a check or a known figure refutes is wrong. Solvers that differ
from most others, where nothing else decides, are in disagreement. An answer is
confirmed if a known number, a proof, the SAT solver or another algorithm has
the same number of solutions. The heading of the table says what was found.

Exit status 1 means that an answer is wrong or in disagreement, or that a solver
crashed or did not stop at its timeout. With --timeout 0 a solver that does not
stop hangs verify.

Searches run in a worker process: a solver that crashes or does not stop has a
remark in the table, and the others are verified without it.`,
		Example: "  xcbench verify --tier smoke --shrink faults",
		RunE:    v.run,
	}
	v.Flags(cmd, corpus.Smoke, solvers.BuiltIn(), cli.AllByDefault)
	v.Every = v.Standard
	v.bounds.Timeout = time.Second
	cli.BoundFlags(cmd, &v.bounds)
	cli.LimitFlag(cmd, &v.bounds)
	cli.TableFlag(cmd)
	f := cli.FlagsOf(cmd)
	f.Add(&v.shrink, "shrink", "write a minimal problem for each fault to `DIR`")
	f.Add(&v.inProcess, "in-process", "search in this process; some crashes end it")
	return cmd
}

// run verifies the instances and prints the table.
func (v *verifying) run(cmd *cobra.Command, args []string) error {
	err := v.each(cmd, args, "verifying ", func(in corpus.Instance, r bench.Report) error { return v.add(cmd.Context(), in.ID(), r) })
	if err != nil && cmd.Context().Err() == nil {
		return err
	}
	return v.conclude(cmd)
}

// each verifies the selected instances one after the other, and calls do with the outcomes of each. A solver that
// does not stop verifies no further instances. It prints messages with v.say.
func (v *verifying) each(cmd *cobra.Command, args []string, doing string, do func(corpus.Instance, bench.Report) error) error {
	variants, err := v.Variants()
	if err != nil {
		return err
	}
	instances, err := v.All(cmd, args)
	if err != nil {
		return err
	}
	sayUnbounded(cmd, variants, v.bounds)
	if !v.inProcess {
		if v.worker, err = cli.WorkerProcess(cmd); err != nil {
			return err
		}
	}
	verifier := bench.NewVerifier(v.worker)
	defer verifier.Close()
	show := cli.NewProgress(cmd.ErrOrStderr())
	defer show.Clear()
	v.say = func(message string) { show.Clear(); cmd.PrintErrln("xcbench:", message) }
	v.all = len(instances)
	for k, in := range instances {
		if len(variants) == 0 {
			break
		}
		show.Step(k, len(instances), doing+in.ID())
		r, err := verifier.Verify(cmd.Context(), in, variants, v.bounds)
		if err = cmp.Or(cmd.Context().Err(), err); err != nil {
			return err
		}
		variants = slices.DeleteFunc(variants, func(w solvers.Variant) bool {
			return slices.ContainsFunc(r.Outcomes, func(o *bench.Found) bool { return o.Hung() && o.Variant.Name == w.Name })
		})
		if len(variants) < len(r.Outcomes) {
			v.say(in.ID() + ": a solver did not stop (see the table); further instances are verified without it")
		}
		if err := do(in, r); err != nil {
			return err
		}
		v.done++
	}
	return nil
}

// conclude prints the table of the instances that are done.
func (v *verifying) conclude(cmd *cobra.Command) error {
	interrupted := cmd.Context().Err() != nil
	v.table.Title, v.table.Columns = v.heading(), report.Heads("instance", "solver", "status", ">solutions", ">nodes", ">updates", "remark")
	if interrupted {
		v.table.Title = fmt.Sprintf("Interrupted after %d of %s. %s", v.done, english.Count(v.all, "instance"), v.table.Title)
	}
	if v.open > 0 {
		v.table.Notes = []string{unconfirmedNote}
	}
	if err := cli.Print(cmd, v.table); err != nil {
		return err
	}
	for _, line := range v.written {
		cmd.PrintErrln(line)
	}
	if len(v.faults) > 0 {
		for _, line := range v.faults.Summary(v.all) {
			cmd.PrintErrln(line)
		}
		return cli.Wrong(fmt.Errorf("%w among %s", v.faults, english.Count(len(v.table.Rows), "answer")))
	}
	if interrupted {
		return errors.New("interrupted")
	}
	return v.verdict()
}

// verdict returns an error if not all was verified.
func (v *verifying) verdict() error {
	if v.killed > 0 {
		return fmt.Errorf("the worker of %s was killed from outside; verify again", english.Count(v.killed, "search"))
	}
	return v.Verdict()
}

const unconfirmedNote = "unconfirmed: no known number of solutions, no proof, no other algorithm that finished; " +
	"the SAT solver counts up to 200 solutions of 1000 options"

// heading says what was found, the worst first.
func (v *verifying) heading() string {
	var found []string
	if len(v.faults) > 0 {
		found = append(found, v.faults.String())
	}
	if v.killed > 0 {
		found = append(found, english.Count(v.killed, "killed search"))
	}
	if v.open > 0 {
		found = append(found, english.Count(v.open, "answer")+" that nothing confirmed")
	}
	switch {
	case len(found) > 0:
		return strings.Join(found, ", ")
	case v.answers == 0:
		return "No search gave an answer"
	}
	return "Verified"
}

// add adds the outcomes on an instance to the table, and writes the problems of their faults.
func (v *verifying) add(ctx context.Context, id string, r bench.Report) error {
	for _, f := range r.Faults() {
		if f.Status != results.Killed { // nobody knows whether the answer would have been right
			v.faults = append(v.faults, f)
		}
	}
	for _, o := range r.Outcomes {
		if o.Stats.Status == results.Killed {
			v.killed++
		}
		solutions := report.Digits(o.Stats.CountText())
		if o.Stats.Status == cover.Unsupported {
			solutions = report.Text("")
		}
		status, remark := v.bounds.Answered(o.Stats.Status, o.Stats.Solutions), o.Fault
		if status == cover.Solved {
			v.answers++
			if !o.Confirmed {
				v.open++
				remark = cmp.Or(remark, "unconfirmed")
			}
		}
		v.table.Add(id, o.Variant.Name, status, solutions, report.Counter(o.Stats.Nodes), report.Counter(o.Stats.Updates), remark)
	}
	if v.shrink == "" {
		return nil
	}
	for _, o := range r.Outcomes {
		if !o.Faulty() {
			continue
		}
		repro, err := r.Reproduce(ctx, o, v.bounds, v.worker)
		if err != nil {
			return err
		}
		path, err := repro.Save(v.shrink)
		if err != nil { // the faults found are worth more than the file, so go on
			v.written = append(v.written, "xcbench: "+cli.OneLine(err))
			continue
		}
		v.written = append(v.written, fmt.Sprintf("%s: %s: %s; replay with: %s", path, repro.Solver, repro.Fault,
			repro.Replay(path)))
	}
	return nil
}
