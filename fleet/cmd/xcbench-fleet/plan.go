package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
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

	variants []solvers.Variant
	show     *cli.Progress
}

func (p *planning) flags(cmd *cobra.Command, lease time.Duration) {
	p.Flags(cmd, corpus.Smoke, []solvers.Variant{solvers.Auto()}, "select `SOLVERS`, separated by commas (default auto)")
	p.taskTime, p.lease = time.Minute, lease
	f := cli.FlagsOf(cmd)
	// Which part of a search the other bounds allow depends on its order.
	f.Add(&p.divide, "divide", "divide long searches into parts", "excludes limit nodes updates timeout")
	f.Add(&p.taskTime, "task-time", "make parts that take about `TIME`", "least 1ms")
	f.Add(&p.taskNodes, "task-nodes", "make parts of about `N` nodes instead", "least 1")
	f.Add(&p.lease, "lease", "take silent workers for dead after `TIME`", "least 100ms")
	cli.BoundFlags(cmd, &p.bounds)
	cli.LimitFlag(cmd, &p.bounds)
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

// submit puts the plan on a server. The error is [fleet.ErrPlanned] if the server has a plan.
func (p *planning) submit(cmd *cobra.Command, server *fleet.Server, replicas int, args []string) (*fleet.Plan, error) {
	var err error
	if p.variants, err = p.Variants(); err != nil {
		return nil, err
	}
	engines, err := fleet.EnginesOf(cmd.Context(), cli.Known(cmd), cli.NamesOf(p.variants, cli.SolverName))
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
	p.show = cli.NewProgress(cmd.ErrOrStderr())
	defer p.show.Clear()
	plan := &fleet.Plan{Build: build, Lease: p.lease, Timeout: p.bounds.Timeout, Engines: engines, Command: cli.Command(cmd, args),
		Args: whatFor(cmd, args)}
	return plan, server.Submit(cmd.Context(), plan, replicas, p.searches(cmd, args))
}

// searches yields the searches of all solvers on all instances as they are read.
func (p *planning) searches(cmd *cobra.Command, args []string) iter.Seq2[fleet.Search, error] {
	return func(yield func(fleet.Search, error) bool) {
		seen := map[string]bool{}
		for in, err := range p.Each(cmd, args) {
			if err == nil && seen[in.ID()] {
				err = cli.Twice(in, "")
			}
			seen[in.ID()] = true
			p.show.Step(len(seen), 0, in.ID())
			var problem bench.Problem
			if err == nil {
				problem, err = bench.ProblemOf(&in)
			}
			for _, v := range p.variants {
				s := fleet.Search{Solver: v.Name, Bounds: p.bounds, Problem: problem}
				if err == nil && p.divide {
					s.Solver, s.Parts, err = p.parts(cmd.Context(), len(seen), in, v)
				}
				if !yield(s, err) {
					return
				}
			}
		}
		if len(seen) == 0 {
			yield(fleet.Search{}, p.None())
		}
	}
}

// parts divides a search. It returns no parts if the search is short or refused, and the name of the
// solver, which auto chooses.
func (p *planning) parts(ctx context.Context, done int, in corpus.Instance, v solvers.Variant) (solver string, parts []divide.Part, err error) {
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
	nodes := p.taskNodes
	if nodes == 0 {
		short, cancel := context.WithTimeout(ctx, speedTime)
		stats := search.Run(short, cover.Limits{}, nil)
		cancel()
		if stats.Status == cover.Solved {
			return v.Name, nil, nil
		}
		nodes = float64(stats.Nodes) / cmp.Or(stats.Search, 1).Seconds() * p.taskTime.Seconds()
	}
	sized, err := divide.Plan(ctx, v, problem, max(nodes, 1), p.Seed, func(parts int) {
		p.show.Step(done, 0, fmt.Sprintf("%s %s, %s", in.ID(), v.Name, english.Count(parts, "part")))
	})
	if ctx.Err() != nil {
		err = errors.New("interrupted")
	}
	for _, part := range sized {
		parts = append(parts, part.Part)
	}
	return v.Name, parts, err
}

// speedTime is how long the speed of a search is measured.
const speedTime = 500 * time.Millisecond
