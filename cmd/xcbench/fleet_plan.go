package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"time"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/fleet"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// fleetPlan has the flags of one fleet plan command.
type fleetPlan struct {
	cli.Selection
	bounds    bench.Bounds
	divide    bool
	taskTime  time.Duration
	taskNodes float64
	lease     time.Duration
	batch     int
	show      *cli.Progress
}

func fleetPlanCommand() *cobra.Command {
	var p fleetPlan
	cmd := &cobra.Command{
		Use:   "plan [flags] DIR [INSTANCE | FILE]...",
		Short: "Write a folder of tasks",
		Long: `Plan writes a task for every solver on every instance into a new folder, DIR.
The flags select solvers and instances as they do for run.

With --divide, searches that are estimated to take longer than --task-time are
divided into parts that take about that time. A part is some siblings of the
search tree, with everything below them. --task-nodes gives the size of a part
in nodes instead, so that the plan does not depend on the machine.

With --batch, a task is the searches of a solver on N instances, because a
sudoku takes less time than a task takes to be handed out. Results are those of
single tasks.

The tasks are for this build of xcbench: workers of another build are refused.
So are workers whose engine is another program than the one here, by a hash of
its files.`,
		Example: "  xcbench fleet plan jobs queens/16 --solver dlx_index --divide",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef("no folder is named, expected DIR and instances")
			}
			return p.plan(cmd, args[0], args[1:])
		},
	}
	p.Flags(cmd, corpus.Smoke, []solvers.Variant{solvers.Auto()}, "select `SOLVERS`, separated by commas (default auto)")
	f := cmd.Flags()
	f.BoolVar(&p.divide, "divide", false, "divide long searches into parts")
	cli.TimeFlag(cmd, &p.taskTime, "task-time", time.Minute, "make parts that take about `TIME`")
	f.IntVar(&p.batch, "batch", 1, "make tasks of `N` instances each")
	f.Float64Var(&p.taskNodes, "task-nodes", 0, "make parts of about `N` nodes instead")
	cli.TimeFlag(cmd, &p.lease, "lease", fleet.DefaultLease, "take silent workers for dead after `TIME`")
	f.Int64Var(&p.bounds.Solutions, "limit", 0, "stop a search at `N` solutions; 0 for no limit")
	cli.BoundFlags(cmd, &p.bounds, 0)
	return cmd
}

// check rejects flags that make no sense.
func (p *fleetPlan) check() error {
	switch {
	case p.divide && p.bounds != bench.Bounds{}:
		return cli.Usagef("--divide excludes --limit, --nodes, --updates and --timeout: which part of a search they allow " +
			"depends on its order")
	case p.batch < 1 || p.batch > fleet.MostBatch:
		return cli.Usagef("--batch %d, expected 1 to %d", p.batch, fleet.MostBatch)
	case p.divide && p.batch > 1:
		return cli.Usagef("--divide and --batch exclude each other")
	case p.taskTime <= 0:
		return cli.Usagef("--task-time %v, expected more than 0", p.taskTime)
	case !(p.taskNodes >= 0):
		return cli.Usagef("--task-nodes %v, expected 1 or more", p.taskNodes)
	case p.lease < 100*time.Millisecond:
		return cli.Usagef("--lease %v, expected 100ms or more", p.lease)
	}
	return cli.CheckBounds(p.bounds)
}

func (p *fleetPlan) plan(cmd *cobra.Command, dir string, args []string) error {
	if err := p.check(); err != nil {
		return err
	}
	variants, err := p.Variants()
	if err != nil {
		return err
	}
	engines, _, err := fleetEngines(cmd, cli.NamesOf(variants, cli.SolverName))
	if err != nil {
		return err
	}
	if p.divide && len(engines) > 0 {
		return cli.Usagef("--divide excludes engines, and %s is one: an engine takes no part of a search; "+
			"without --divide, each of its searches is a task", engines[0].Name)
	}
	out, err := fleet.Create(dir, 0, p.lease)
	if err != nil {
		return err
	}
	out.Engines = engines
	out.Command = cli.Command(cmd, append([]string{dir}, args...))
	p.show = cli.NewProgress(cmd.ErrOrStderr())
	defer p.show.Clear()
	if err := p.write(cmd, out, variants, args); err != nil {
		out.Discard()
		return errors.Join(err, out.Remove())
	}
	if err := out.Close(); err != nil {
		return err
	}
	p.show.Clear()
	f, err := fleet.Open(dir)
	if err != nil {
		return err
	}
	work := "'xcbench fleet work " + cli.Quoted(dir) + "' does them"
	if len(engines) > 0 { // the flags have quotes
		work = "to do them:\nxcbench fleet work " + cli.Quoted(dir)
		for _, arg := range cli.EngineArgs(cmd) {
			work += " " + cli.Quoted(arg)
		}
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s in %s; %s\n", english.Count(f.Tasks(), "task"), dir, work)
	return p.Verdict()
}

// write writes the tasks of all instances as they are read.
func (p *fleetPlan) write(cmd *cobra.Command, out *fleet.Plan, variants []solvers.Variant, args []string) error {
	var batch []bench.Problem
	seen := map[uint64]struct{}{} // hashes of names: a million names would take 100 MB
	seed, done := maphash.MakeSeed(), 0
	for in, err := range p.Each(cmd, args) {
		if err != nil {
			return err
		}
		id := maphash.String(seed, in.ID())
		if _, again := seen[id]; again {
			return cli.Twice(in)
		}
		seen[id] = struct{}{}
		done++
		if p.batch == 1 {
			err = p.add(cmd.Context(), out, in, variants, done)
		} else {
			p.show.Step(done, 0, in.ID())
			problem, e := bench.ProblemOf(&in)
			if batch, err = append(batch, problem), e; err == nil && len(batch) == p.batch {
				batch, err = batch[:0], p.addBatch(out, batch, variants)
			}
		}
		if err == nil && cmd.Context().Err() != nil {
			err = errors.New("interrupted")
		}
		if err != nil {
			return err
		}
	}
	if done == 0 {
		return p.None()
	}
	return p.addBatch(out, batch, variants)
}

// addBatch adds a task for each solver on a batch.
func (p *fleetPlan) addBatch(out *fleet.Plan, batch []bench.Problem, variants []solvers.Variant) error {
	if len(batch) == 0 {
		return nil
	}
	placed, err := out.AddBatch(batch)
	for k := 0; k < len(variants) && err == nil; k++ {
		err = out.Whole(placed, variants[k].Name, p.limits())
	}
	return err
}

func (p *fleetPlan) limits() fleet.Limits {
	return fleet.Limits{Limits: p.bounds.Limits, Timeout: p.bounds.Timeout}
}

// add adds the tasks of an instance.
func (p *fleetPlan) add(ctx context.Context, out *fleet.Plan, in corpus.Instance, variants []solvers.Variant,
	done int) error {
	problem, err := out.Add(in)
	if err != nil {
		return err
	}
	for _, v := range variants {
		p.show.Step(done, 0, in.ID()+" "+v.Name)
		limits := p.limits()
		if !p.divide {
			if err := out.Whole(problem, v.Name, limits); err != nil {
				return err
			}
			continue
		}
		parts, name, err := p.parts(ctx, in, v, done)
		if err != nil {
			return err
		}
		if len(parts) == 0 {
			err = out.Whole(problem, name, limits)
		} else {
			err = out.Divided(problem, name, parts)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// parts divides a search. It returns no parts if the search is short or refused, and the name of the
// solver, which auto chooses.
func (p *fleetPlan) parts(ctx context.Context, in corpus.Instance, v solvers.Variant, done int) (
	[]divide.Sized, string, error) {
	puzzle, err := in.Puzzle()
	if err != nil {
		return nil, "", err
	}
	problem := puzzle.Problem()
	if v, err = divisible(v, problem); err != nil {
		return nil, "", err
	}
	search, err := cover.Prepare(v, problem)
	if err != nil {
		return nil, v.Name, nil // the task will have the status unsupported
	}
	nodes := p.taskNodes
	if nodes == 0 {
		short, cancel := context.WithTimeout(ctx, speedTime)
		stats := search.Run(short, cover.Limits{}, nil)
		cancel()
		if stats.Status == cover.Solved {
			return nil, v.Name, nil
		}
		nodes = float64(stats.Nodes) / cmp.Or(stats.Search, 1).Seconds() * p.taskTime.Seconds()
	}
	parts, err := divide.Plan(ctx, v, problem, max(nodes, 1), p.Seed, func(parts int) {
		p.show.Step(done, 0, fmt.Sprintf("%s %s, %s", in.ID(), v.Name, english.Count(parts, "part")))
	})
	if ctx.Err() != nil {
		err = fmt.Errorf("interrupted")
	}
	return parts, v.Name, err
}

// speedTime is how long the speed of a search is measured.
const speedTime = 500 * time.Millisecond
