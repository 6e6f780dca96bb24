package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"xcbench/internal/english"
	"xcbench/internal/environment"
	"xcbench/results"
)

// Job says where and how to carry out a plan.
type Job struct {
	Dir      string
	Resume   bool // continue the interrupted run in Dir
	Record   results.Record
	Command  string // the command line, for people
	Progress Progress
	Log      func(string) // receives a line for each solver that crashed or ran out of memory
}

// Execute carries out the plan and records it in the job's directory. The job's record has the
// flags and arguments; Execute fills in the rest. The error has [Faults] if an answer was
// wrong or in disagreement, a solver crashed, or its worker was killed from outside.
func (p Plan) Execute(ctx context.Context, job Job) error {
	record := job.Record
	r := &runner{Plan: p, pairs: map[results.Search]*pair{}, told: map[[2]string]bool{}}
	d, again, err := r.openDir(ctx, job.Dir, &record, job.Resume)
	if err != nil {
		return err
	}
	head := environment.All()
	record.Environment = map[string]string{"cpu_flags": environment.Features()}
	for _, e := range head {
		record.Environment[e[0]] = e[1]
	}
	session := results.Session{Start: time.Now().UTC(), LoadStart: environment.Load(), Again: again}
	if n := len(again); n > 0 {
		job.Log("trying again " + english.Count(n, "search") + " whose worker was killed from outside")
	}
	record.Sessions = append(record.Sessions, session)
	last := &record.Sessions[len(record.Sessions)-1]
	if err := d.Record(record); err != nil {
		return errors.Join(err, d.Close())
	}
	head = append(head, [2]string{"load", session.LoadStart},
		[2]string{results.TimeoutKey, p.Bounds.Timeout.String()}, [2]string{"command", job.Command})
	err = r.session(ctx, d, job, slices.Concat(head, p.classes()), len(again) > 0)
	last.End, last.LoadEnd = time.Now().UTC(), environment.Load()
	switch {
	case errors.Is(err, context.Canceled):
		last.Error = "interrupted"
	case err != nil:
		last.Error = err.Error()
	}
	saved := errors.Join(r.savePlan(context.WithoutCancel(ctx), d), d.Record(record))
	return errors.Join(err, saved, d.Close())
}

// session writes the plan and the head of the results, and carries out the plan. With again it drops
// the rows of searches that it tries again. The record names these searches already, and so explains
// the gaps.
func (r *runner) session(ctx context.Context, d *results.Dir, job Job, head [][2]string, again bool) error {
	if err := r.savePlan(ctx, d); err != nil {
		return err
	}
	if again {
		if err := d.Drop(results.Killed); err != nil {
			return err
		}
	}
	if err := d.Start(head); err != nil {
		return err
	}
	return r.run(ctx, d, job.Progress, job.Log)
}

// openDir makes the directory, or opens it to resume the run. Then it restores the state of each pair, and
// returns the searches to try again. A run can be resumed only with the same plan.
func (r *runner) openDir(ctx context.Context, dir string, record *results.Record, resume bool) (*results.Dir, []string, error) {
	var err error
	if record.Plan, err = r.hash(ctx); err != nil {
		return nil, nil, err
	}
	record.Steps, record.Instances = r.stepCount(), len(r.Instances)
	if !resume {
		d, err := results.Begin(dir)
		return d, nil, err
	}
	before, err := results.ReadRecord(dir)
	if err != nil {
		return nil, nil, err
	}
	if before.Plan != record.Plan {
		return nil, nil, fmt.Errorf("%s: the instances or solvers have changed since the run began, "+
			"so it cannot be resumed; 'xcbench run --from %s' begins a new one", dir, dir)
	}
	for name, e := range record.Engines {
		if was := before.Engines[name].Program; was != "" && e.Program != "" && was != e.Program {
			return nil, nil, fmt.Errorf("%s: the program or the description of engine %s has changed since the run began, "+
				"so it cannot be resumed; 'xcbench run --from %s' begins a new one", dir, name, dir)
		}
	}
	record.Sessions = before.Sessions
	d, rows, profiles, err := results.Resume(dir)
	if err != nil {
		return nil, nil, err
	}
	again, err := r.restore(d, rows, profiles)
	if err != nil {
		return nil, nil, errors.Join(err, d.Close())
	}
	return d, again, nil
}

// savePlan writes the plan, with the reason for each step skipped so far.
func (r *runner) savePlan(ctx context.Context, d *results.Dir) error {
	var text bytes.Buffer
	if err := r.write(ctx, &text, r.skipReason); err != nil {
		return err
	}
	return d.Save(results.PlanFile, text.Bytes())
}
