package fleet

import (
	"context"
	"encoding/json"
	"fmt"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/zst"
	"xcbench/results"
)

// A batch is a task on several problems. A sudoku takes less time than a task takes to be handed
// out, so a worker takes hundreds of them at once. Each has a result, and a row, of its own.

// MostBatch is how many problems a batch has at most.
const MostBatch = 10_000

// mostBatchBytes bounds the results of a batch, uncompressed.
const mostBatchBytes = 256 << 20

// batchID names a batch by its first problem and how many more there are.
func batchID(all []Problem) string {
	return fmt.Sprintf("%s and %d more", all[0].InstanceID, len(all)-1)
}

// one is the result of one problem of a batch.
type one struct {
	Stats  cover.Stats  `json:"s"` // without levels
	Levels bench.Levels `json:"l,omitempty"`
	Fault  string       `json:"f,omitempty"`
}

// packBatch compresses the results of a batch.
func packBatch(all []one) ([]byte, error) {
	text, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	return zst.Pack(text)
}

// unpackBatch is the inverse of packBatch, for a batch of so many problems, or of any number if
// problems is negative.
func unpackBatch(packed []byte, problems int) ([]one, error) {
	text, err := zst.Unpack(packed, mostBatchBytes)
	var all []one
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err == nil && problems >= 0 && len(all) != problems {
		err = fmt.Errorf("%d results, expected %d", len(all), problems)
	}
	for k := range all {
		if fault := contradiction(all[k].result().Stats); fault != "" && err == nil {
			err = fmt.Errorf("result %d: %s", k+1, fault)
		}
	}
	return all, err
}

// performBatch does the problems of a batch, one after the other. If one of them fails, its result
// has that status, and the others are done. The statistics of the batch are the sums over its
// problems.
func (x *Performer) performBatch(ctx context.Context, t Task, p Problem) (Result, error) {
	result := Result{Task: t.Name, Stats: cover.Stats{Status: cover.Solved}}
	if len(p.Batch) != t.Batch {
		return result, fmt.Errorf("a batch of %d problems, expected %d", len(p.Batch), t.Batch)
	}
	t.Batch, x.batch = 0, true
	defer func() { x.batch = false }()
	all := make([]one, 0, len(p.Batch))
	for k, in := range p.Batch {
		in.Hash = fmt.Sprintf("%s/%d", p.Hash, k)
		r, err := x.Perform(ctx, t, in)
		if err != nil {
			return result, err
		}
		levels := r.Stats.Levels
		r.Stats.Levels = nil
		all = append(all, one{r.Stats, levels, r.Fault})
		sum := &result.Stats
		sum.Solutions += r.Stats.Solutions
		sum.Nodes, sum.Updates = cover.SumCounted(sum.Nodes, r.Stats.Nodes), cover.SumCounted(sum.Updates, r.Stats.Updates)
		sum.Setup, sum.Search = sum.Setup+r.Stats.Setup, sum.Search+r.Stats.Search
	}
	var err error
	result.Batch, err = packBatch(all)
	return result, err
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
		x, y := first[k].result(), second[k].result()
		if x.differs(&y) {
			return true
		}
	}
	return false
}

func (o *one) result() Result {
	r := Result{Stats: o.Stats, Fault: o.Fault}
	r.Stats.Levels = o.Levels
	return r
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
	machines := []results.Machine{s.machines[t.Name].place()}
	for k, o := range all {
		c := Search{InstanceID: p.Batch[k].InstanceID, Solver: t.Solver, Limits: t.Limits, Tasks: 1, Machines: machines}
		checked := o.result()
		known(p.Batch[k].Known, &checked)
		c.Stats, c.Fault = checked.Stats, checked.Fault
		if err := j.yield(c); err != nil {
			return err
		}
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

// known compares a number of solutions with the known one.
func known(n corpus.Count, r *Result) {
	if r.Stats.Status == cover.Solved && !n.Allows(r.Stats.Solutions, r.Stats.Big) {
		r.Stats.Status = results.Wrong
		r.Fault = fmt.Sprintf("%s solutions, expected %s", r.Stats.CountText(), n)
	}
}
