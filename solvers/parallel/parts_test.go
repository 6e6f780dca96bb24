package parallel

import (
	"context"
	"errors"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// A run that stops may leave jobs behind. They are not those of the next run.
func TestAPoolBeginsWithoutJobs(t *testing.T) {
	var p pool
	p.begin(context.Background(), nil)
	p.open(1, 3)
	p.jobs = append(p.jobs, job{top: 1})
	p.open(1, 3)
	if j, ok := p.take(); ok {
		t.Errorf("got the job %+v of the run before", j)
	}
}

// picky is a solver whose searches cannot be made for one problem.
type picky struct {
	refused  *cover.Problem
	prepared int
}

func (*picky) Capabilities() cover.Capabilities { return cover.Capabilities{} }

func (s *picky) Prepare(p *cover.Problem) (cover.Search, error) {
	s.prepared++
	if p == s.refused {
		return nil, errors.New("not this one")
	}
	return pickySearch{}, nil
}

type pickySearch struct{}

func (pickySearch) Run(context.Context, cover.Limits, cover.Visitor) cover.Stats {
	return cover.Stats{}
}

// A search that could not be made for a problem is made again for the problem before it.
func TestAWorkerIsSetUpAgainAfterAFailure(t *testing.T) {
	first, second := textbook.Problem(1, []int{0}), textbook.Problem(1, []int{0}, []int{0})
	s := &picky{refused: second}
	var w worker
	for k, step := range []struct {
		p        *cover.Problem
		fails    bool
		prepared int
	}{{first, false, 1}, {first, false, 1}, {second, true, 2}, {first, false, 3}} {
		if err := w.set(s, step.p); (err != nil) != step.fails || s.prepared != step.prepared {
			t.Errorf("step %d: got %v and %d searches, want %d", k, err, s.prepared, step.prepared)
		}
	}
}

// The run of a worker that was not solved stops the others.
func TestAWorkerThatStopsStopsAll(t *testing.T) {
	for status, want := range map[cover.Status]bool{cover.Solved: false, cover.Limit: true} {
		var p pool
		p.begin(context.Background(), nil)
		w := worker{pool: &p}
		w.count(cover.Stats{Status: status}, 0)
		if got := p.Err() != nil; got != want {
			t.Errorf("%s: got stopped %v", status, got)
		}
	}
}

// The indices of a worker that has entered a node count from there, and are pending.
func TestIndicesArePendingFromTheFirstNodeOn(t *testing.T) {
	for nodes, want := range map[int64]int32{0: 0, 1: pending, 5: pending} {
		w := worker{reached: []int32{7, 7, 7}}
		w.follow(nodes)
		for level, got := range w.reached {
			if got != want {
				t.Errorf("%d nodes, level %d: got %d, want %d", nodes, level, got, want)
			}
		}
	}
}
