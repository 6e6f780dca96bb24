package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/fleet"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// planning has the flags that say what to search, for run and submit.
type planning struct {
	cli.Selection
	bounds    bench.Bounds
	divide    bool
	taskTime  time.Duration
	taskNodes float64
	lease     time.Duration
	batch     int
}

func (p *planning) flags(cmd *cobra.Command, lease time.Duration) {
	p.Flags(cmd, corpus.Smoke, []solvers.Variant{solvers.Auto()}, "select `SOLVERS`, separated by commas (default auto)")
	f := cmd.Flags()
	f.BoolVar(&p.divide, "divide", false, "divide long searches into parts")
	cli.TimeFlag(cmd, &p.taskTime, "task-time", time.Minute, "make parts that take about `TIME`")
	f.Float64Var(&p.taskNodes, "task-nodes", 0, "make parts of about `N` nodes instead")
	f.IntVar(&p.batch, "batch", 1, "make tasks of `N` instances each")
	cli.TimeFlag(cmd, &p.lease, "lease", lease, "take silent workers for dead after `TIME`")
	cli.BoundFlags(cmd, &p.bounds, 0)
	cli.LimitFlag(cmd, &p.bounds)
	cli.AtLeast(cmd, "1", "task-nodes")
	cli.AtLeast(cmd, "1ms", "task-time")
	cli.AtLeast(cmd, "100ms", "lease")
	// Which part of a search these allow depends on its order.
	cli.Excludes(cmd, "divide", "batch", "limit", "nodes", "updates", "timeout")
}

// mostBatch is how many instances a task has at most.
const mostBatch = 10_000

// check rejects flags that make no sense.
func (p *planning) check() error {
	if p.batch < 1 || p.batch > mostBatch {
		return cli.Usagef("--batch %d, expected 1 to %d", p.batch, mostBatch)
	}
	return nil
}

// whatFor returns the flags and arguments that decide what is planned.
func whatFor(cmd *cobra.Command, args []string) (all []string) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "dir", "format", "lease", "listen", "workers":
		default:
			all = append(all, "--"+f.Name+"="+strings.Join(cli.ValuesOf(f), ","))
		}
	})
	return append(all, args...)
}

// submit puts the plan on a server. The error is [fleet.ErrPlanned] if one is there.
func (p *planning) submit(cmd *cobra.Command, server *fleet.Server, replicas int, args []string) (*fleet.Plan, error) {
	variants, err := p.Variants()
	if err != nil {
		return nil, err
	}
	engines, _, err := engineBuilds(cmd, cli.NamesOf(variants, cli.SolverName))
	if err != nil {
		return nil, err
	}
	if p.divide && len(engines) > 0 {
		return nil, cli.Usagef("--divide excludes engines, and %s is one: an engine takes no part of a search; "+
			"without --divide, each of its searches is a task", engines[0].Name)
	}
	build, err := fleet.Build()
	if err != nil {
		return nil, err
	}
	out, err := server.Submit(cmd.Context(), fleet.Plan{Build: build, Lease: p.lease, Engines: engines,
		Command: cli.Command(cmd, args), Args: whatFor(cmd, args)}, replicas)
	if err != nil {
		return nil, err
	}
	show := cli.NewProgress(cmd.ErrOrStderr())
	defer show.Clear()
	if err := (&writing{p, cmd.Context(), out, variants, show, 0}).all(cmd, args); err != nil {
		return nil, err
	}
	return &out.Plan, out.Close(cmd.Context())
}

// writing writes the searches of a plan.
type writing struct {
	*planning
	ctx      context.Context
	out      *fleet.Submission
	variants []solvers.Variant
	show     *cli.Progress
	done     int // instances
}

// all writes the searches of all instances as they are read.
func (w *writing) all(cmd *cobra.Command, args []string) error {
	var batch []bench.Problem
	seen := map[string]bool{}
	for in, err := range w.Each(cmd, args) {
		if err != nil {
			return err
		}
		if seen[in.ID()] {
			return cli.Twice(in, "")
		}
		seen[in.ID()] = true
		w.done++
		w.show.Step(w.done, 0, in.ID())
		problem, err := bench.ProblemOf(&in)
		if err != nil {
			return err
		}
		if batch = append(batch, problem); len(batch) == w.batch {
			if err := w.add(in, batch); err != nil {
				return err
			}
			batch = nil
		}
	}
	if w.done == 0 {
		return w.None()
	}
	if len(batch) > 0 {
		return w.add(corpus.Instance{}, batch)
	}
	return nil
}

// add adds the searches of all solvers on a batch, or on an instance alone.
func (w *writing) add(in corpus.Instance, batch []bench.Problem) error {
	for _, v := range w.variants {
		s := fleet.Search{Solver: v.Name, Bounds: w.bounds, Problems: batch}
		if w.divide {
			var err error
			if s.Solver, s.Parts, err = w.parts(in, v); err != nil {
				return err
			}
		}
		if err := w.out.Add(w.ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// parts divides a search. It returns no parts if the search is short or refused, and the name of the
// solver, which auto chooses.
func (w *writing) parts(in corpus.Instance, v solvers.Variant) (solver string, parts []divide.Part, err error) {
	puzzle, err := in.Puzzle()
	if err != nil {
		return "", nil, err
	}
	problem := puzzle.Problem()
	if v, err = cli.Divisible(v, problem); err != nil {
		return "", nil, err
	}
	search, err := cover.Prepare(v, problem)
	if err != nil {
		return v.Name, nil, nil // the task will have the status unsupported
	}
	nodes := w.taskNodes
	if nodes == 0 {
		short, cancel := context.WithTimeout(w.ctx, speedTime)
		stats := search.Run(short, cover.Limits{}, nil)
		cancel()
		if stats.Status == cover.Solved {
			return v.Name, nil, nil
		}
		nodes = float64(stats.Nodes) / cmp.Or(stats.Search, 1).Seconds() * w.taskTime.Seconds()
	}
	sized, err := divide.Plan(w.ctx, v, problem, max(nodes, 1), w.Seed, func(parts int) {
		w.show.Step(w.done, 0, fmt.Sprintf("%s %s, %s", in.ID(), v.Name, english.Count(parts, "part")))
	})
	if w.ctx.Err() != nil {
		err = errors.New("interrupted")
	}
	for _, part := range sized {
		parts = append(parts, part.Part)
	}
	return v.Name, parts, err
}

// speedTime is how long the speed of a search is measured.
const speedTime = 500 * time.Millisecond
