package fleet

import (
	"bytes"
	"encoding/json"
	"fmt"

	"xcbench/bench"
	"xcbench/internal/zst"
	"xcbench/results"
)

// A batch is a task on several problems. A sudoku takes less time than a task takes to be handed
// out, so a worker takes hundreds of them at once. Each has a result, and a row, of its own.

// MostBatch is how many problems a batch has at most.
const MostBatch = 10_000

// mostBatchBytes bounds the results of a batch, uncompressed.
const mostBatchBytes = 256 << 20

// unpackBatch returns the results of a batch of so many problems, or of any number if problems is
// negative. They are in one array or in several.
func unpackBatch(packed []byte, problems int) (all []bench.Found, err error) {
	text, err := zst.Unpack(packed, mostBatchBytes)
	for some := json.NewDecoder(bytes.NewReader(text)); err == nil && some.More(); {
		var next []bench.Found
		err = some.Decode(&next)
		all = append(all, next...)
	}
	if err == nil && problems >= 0 && len(all) != problems {
		err = fmt.Errorf("%d results, expected %d", len(all), problems)
	}
	for k := range all {
		if fault := result(all[k]).Stats.CheckLevels(); fault != nil && err == nil {
			err = fmt.Errorf("result %d: %w", k+1, fault)
		}
	}
	return all, err
}

// differInBatch reports whether two results of a batch cannot both be right. Results that cannot be
// read differ from all others.
func differInBatch(a, b *Result) bool {
	first, err := unpackBatch(a.Batch, -1)
	if err != nil {
		return true
	}
	second, err := unpackBatch(b.Batch, len(first))
	if err != nil {
		return true
	}
	for k := range first {
		x, y := result(first[k]), result(second[k])
		if x.differs(&y) {
			return true
		}
	}
	return false
}

// result returns the result of a problem of a batch.
func result(f bench.Found) Result {
	f.Stats.Levels = f.Levels
	return Result{Stats: f.Stats, Fault: f.Fault, Algorithm: f.Algorithm}
}

// batch passes on the searches of a batch, or a search that stands for all of them if they are not
// done.
func (j *joiner) batch(t Task, s *state) error {
	j.tasks++
	if err := j.flush(); err != nil {
		return err
	}
	j.current = &Search{InstanceID: t.InstanceID, Solver: t.Solver, Limits: t.Limits}
	r, done := s.results[t.Name]
	if !done {
		if err := j.sum(t, s); err != nil {
			return err
		}
		return j.flush()
	}
	j.current = nil
	all, err := unpackBatch(r.Batch, t.Batch)
	if err != nil {
		return fmt.Errorf("task %s (%s): the results cannot be read (%w); delete the file with them and run 'xcbench fleet work %s'",
			t.Name, t.What(), err, j.folder.path)
	}
	p, err := j.problem(t)
	if err != nil {
		return err
	}
	var names []struct {
		InstanceID string `json:"instance"`
	}
	if err := json.Unmarshal(p.Batch, &names); err != nil || len(names) != t.Batch {
		return fmt.Errorf("task %s (%s): no batch of %d problems, %v; plan again", t.Name, t.What(), t.Batch, err)
	}
	machines := []results.Machine{s.machines[t.Name].place()}
	for k, o := range all {
		o.Stats.Levels = o.Levels
		j.group = append(j.group, Search{InstanceID: names[k].InstanceID, Solver: t.Solver, Limits: t.Limits, Tasks: 1,
			Machines: machines, Found: o})
	}
	return nil
}

// problem reads the problem of a task. The tasks of a problem follow each other, so the last one is
// kept.
func (j *joiner) problem(t Task) (Problem, error) {
	if j.last.Hash == t.Problem && t.Problem != "" {
		return j.last, nil
	}
	p, err := j.folder.Problem(t)
	if err == nil {
		j.last = p
	}
	return p, err
}
