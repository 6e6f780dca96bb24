package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrPlanned says that the server has the plan already.
var ErrPlanned = errors.New("the server has this plan already")

// Submit puts a plan on a server, given its build, lease, timeout, command and engines, and its searches.
// The server keeps so many copies in a cluster. Workers find the plan once all searches are stored. An
// earlier submission that was not finished is deleted. The error is [ErrPlanned] if one was finished.
func (s *Server) Submit(ctx context.Context, p *Plan, replicas int, searches iter.Seq2[Search, error]) error {
	if found, err := s.load(ctx, new(Plan), "plan"); found || err != nil {
		return cmp.Or(err, ErrPlanned)
	}
	err := s.try(ctx, func(ctx context.Context) error {
		if err := s.js.DeleteStream(ctx, s.stream()); err != nil && !absent(err) {
			return err
		}
		stream, err := s.js.CreateStream(ctx, jetstream.StreamConfig{Name: s.stream(), Subjects: []string{s.subject(">")},
			Storage: jetstream.FileStorage, Compression: jetstream.S2Compression, Replicas: replicas})
		if err == nil {
			_, err = stream.CreateConsumer(ctx, jetstream.ConsumerConfig{Durable: workers, FilterSubject: s.subject("task", ">"),
				AckPolicy: jetstream.AckExplicitPolicy, AckWait: p.Lease, MaxAckPending: -1, MaxWaiting: mostWorkers})
		}
		return err
	})
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for search, err := range searches {
		text, bad := json.Marshal(search)
		if err := cmp.Or(err, bad); err != nil {
			return err
		}
		name := nameOf(text)
		if seen[name] { // the solver that auto chose may be selected too
			continue
		}
		seen[name] = true
		if err := s.store(ctx, json.RawMessage(text), "search", name); err != nil {
			return err
		}
		for k := range search.Tasks() {
			if err := s.handOut(ctx, Task{name, k}); err != nil {
				return err
			}
		}
		p.Searches, p.Tasks = append(p.Searches, name), p.Tasks+search.Tasks()
		if !slices.Contains(p.Solvers, search.Solver) {
			p.Solvers = append(p.Solvers, search.Solver)
		}
	}
	return s.store(ctx, p, "plan")
}

// mostWorkers is how many workers may wait for a task at a time.
const mostWorkers = 16384

// handOut puts a task into the queue.
func (s *Server) handOut(ctx context.Context, t Task) error {
	return s.store(ctx, nil, "task", t.String())
}

// Again hands out the tasks that were set aside without an answer, once no others are left. It returns
// how many there are.
func (s *Server) Again(ctx context.Context) (count int, err error) {
	if left, _, err := s.left(ctx); left || err != nil {
		return 0, err
	}
	_, aside, err := s.outcomes(ctx)
	for t := range aside {
		if err == nil {
			count++
			err = s.handOut(ctx, t)
		}
	}
	return count, err
}

// State is the progress of a plan: numbers of tasks.
type State struct{ Done, Aside, Running int }

// State reads how far the work is.
func (s *Server) State(ctx context.Context) (State, error) {
	answers, aside, err := s.outcomes(ctx)
	if err != nil {
		return State{}, err
	}
	_, running, err := s.left(ctx)
	return State{len(answers), len(aside), running}, err
}
