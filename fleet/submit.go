package fleet

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrPlanned says that the server has the plan already.
var ErrPlanned = errors.New("the server has this plan already")

// Submit puts a plan on a server, given its build, lease, timeout, command and engines. Each calls add
// with the searches, which get the build of the plan, and that of their engine. The server keeps so
// many copies in a cluster. Workers find the plan once all searches are stored. An earlier
// submission that was not finished is deleted. The error is [ErrPlanned] if one was finished.
func (s *Server) Submit(ctx context.Context, p *Plan, replicas int, each func(add func(Search) error) error) error {
	if text, err := s.text(ctx, "plan"); err != nil || text != nil {
		return cmp.Or(err, ErrPlanned)
	}
	if err := s.try(ctx, func(ctx context.Context) error { return s.js.DeleteStream(ctx, s.stream()) }); err != nil && !absent(err) {
		return err
	}
	err := s.try(ctx, func(ctx context.Context) error {
		stream, err := s.js.CreateStream(ctx, jetstream.StreamConfig{Name: s.stream(), Subjects: []string{s.subject(">")},
			Storage: jetstream.FileStorage, Compression: jetstream.S2Compression, Replicas: replicas})
		if err == nil {
			_, err = stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: workers, FilterSubject: s.subject("task", ">"),
				AckPolicy: jetstream.AckExplicitPolicy, AckWait: p.Lease, MaxAckPending: -1, MaxWaiting: mostWorkers})
		}
		return err
	})
	if err != nil {
		return err
	}
	var unsent []*nats.Msg
	seen := map[string]bool{}
	err = each(func(search Search) error {
		e, _ := named(p.Engines, search.Solver)
		search.Build, search.Engine = p.Build, e.Build
		text, name, err := search.encode()
		if err != nil || seen[name] { // the solver that auto chose may be selected too
			return err
		}
		seen[name] = true
		p.add(&search, name)
		unsent = append(unsent, s.messages(text, "search", name)...)
		for k := range search.tasks() {
			unsent = append(unsent, s.task(Task{name, k})...)
		}
		if len(unsent) < mostSent {
			return nil
		}
		defer func() { unsent = nil }()
		return s.send(ctx, unsent)
	})
	if err == nil {
		err = s.send(ctx, unsent)
	}
	if err != nil {
		return err
	}
	return s.store(ctx, p, "plan")
}

// mostWorkers is how many workers may wait for a task at a time.
const mostWorkers = 16384

// add adds a search to the plan.
func (p *Plan) add(s *Search, name string) {
	if !slices.Contains(p.Solvers, s.Solver) {
		p.Solvers = append(p.Solvers, s.Solver)
	}
	p.Searches, p.Steps, p.Tasks = append(p.Searches, name), p.Steps+len(s.Problems), p.Tasks+s.tasks()
}

// task returns a message that hands out a task.
func (s *Server) task(t Task) []*nats.Msg { return s.messages(nil, "task", t.String()) }

// Again hands out the tasks that were set aside without an answer, once no others are left. It returns
// how many there are.
func (s *Server) Again(ctx context.Context) (count int, err error) {
	waiting, taken, err := s.pending(ctx)
	if err != nil || waiting+taken > 0 {
		return 0, err
	}
	done, err := s.values(ctx, answerValues)
	if err != nil {
		return 0, err
	}
	tasks, err := s.values(ctx, "task.*.*")
	for t := range tasks {
		if done[t] == nil && err == nil {
			count++
			err = s.publish(ctx, s.task(t))
		}
	}
	return count, err
}

// The kinds of values that tell what became of tasks.
const (
	answerValues = "answer.*.*.*" // there may be several for one task
	asideValues  = "aside.*.*"
)

// State is the progress of a plan.
type State struct {
	Done, Aside, Running int
	Left                 time.Duration // for the workers that are running; 0 if unknown
}

// State reads how far the work is.
func (s *Server) State(ctx context.Context, p *Plan) (st State, err error) {
	done, err := s.values(ctx, answerValues)
	if err != nil {
		return st, err
	}
	aside, err := s.values(ctx, asideValues)
	if err != nil {
		return st, err
	}
	st.Done = len(done)
	for t := range aside {
		if done[t] == nil {
			st.Aside++
		}
	}
	if _, st.Running, err = s.pending(ctx); err != nil || st.Done < 2 || st.Running == 0 {
		return st, err
	}
	err = s.onStream(ctx, func(ctx context.Context, stream jetstream.Stream) error {
		first, err := stream.GetMsg(ctx, 1, jetstream.WithGetMsgSubject(s.subject(answerValues, "*")))
		if err != nil {
			return err
		}
		info, err := stream.Info(ctx)
		if err == nil {
			took := info.State.LastTime.Sub(first.Time) // by the clock of the server
			st.Left = time.Duration(float64(took) / float64(st.Done-1) * float64(p.Tasks-st.Done-st.Aside))
		}
		return err
	})
	return st, err
}
