package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrPlanned says that the server has the plan already.
var ErrPlanned = errors.New("the server has this plan already")

// A Submission puts a plan on a server. Workers find it after [Submission.Close].
type Submission struct {
	Plan   Plan
	server *Server
	out    pipeline
}

// Submit begins a plan, given its build, lease, command and engines. The server keeps so many copies
// in a cluster. What an earlier submission has left that was not closed is deleted. The error is
// [ErrPlanned] if one was.
func (s *Server) Submit(ctx context.Context, p Plan, replicas int) (*Submission, error) {
	if text, err := s.text(ctx, "plan"); err != nil || text != nil {
		return nil, cmp.Or(err, ErrPlanned)
	}
	if err := s.try(ctx, func(ctx context.Context) error { return s.js.DeleteStream(ctx, s.stream()) }); err != nil && !absent(err) {
		return nil, err
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
	return &Submission{Plan: p, server: s, out: pipeline{server: s}}, err
}

// mostWorkers is how many workers may wait for a task at a time.
const mostWorkers = 16384

// Add adds a search. It gets the build of the plan, and that of its engine.
func (u *Submission) Add(ctx context.Context, search Search) error {
	p := &u.Plan
	e, _ := named(p.Engines, search.Solver)
	search.Build, search.Engine = p.Build, e.Build
	text, name, err := search.encode()
	if err != nil {
		return err
	}
	if !slices.Contains(p.Solvers, search.Solver) {
		p.Solvers = append(p.Solvers, search.Solver)
	}
	p.Searches, p.Tasks = p.Searches+len(search.Problems), p.Tasks+search.tasks()
	all := u.server.chunks(u.server.subject("search", name), "", text)
	for k := range search.tasks() {
		all = append(all, u.server.task(Task{name, k}, ""))
	}
	for _, m := range all {
		if err := u.out.send(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// task returns the message of a task, which is handed out once for each id.
func (s *Server) task(t Task, id string) *nats.Msg {
	return s.chunks(s.subject("task", t.Search, strconv.Itoa(t.Number)), id, nil)[0]
}

// Close stores the plan, once all searches are stored.
func (u *Submission) Close(ctx context.Context) error {
	if err := u.out.wait(ctx); err != nil {
		return err
	}
	return u.server.store(ctx, u.Plan, "", "plan")
}

// Again hands out the tasks again that have no answer, if nobody will do them: those that were set
// aside. It returns how many there are.
func (s *Server) Again(ctx context.Context) (count int, err error) {
	waiting, taken, err := s.pending(ctx)
	if err != nil || waiting+taken > 0 {
		return 0, err
	}
	answers, err := s.counts(ctx, "answer.*.*.0")
	if err != nil {
		return 0, err
	}
	tasks, err := s.counts(ctx, "task.*.*.0")
	for subject, times := range tasks {
		t, ok := s.taskOf(subject)
		if _, done := answers[s.subject("answer", t.Search, strconv.Itoa(t.Number), "0")]; done || !ok || err != nil {
			continue
		}
		count++
		err = s.publish(ctx, s.task(t, fmt.Sprint("again ", times)))
	}
	return count, err
}

// State is the progress of a plan.
type State struct {
	Done, Aside, Running int
	Left                 time.Duration // for the workers that are running; 0 if unknown
}

// State reads how far the work is.
func (s *Server) State(ctx context.Context, p *Plan) (st State, err error) {
	answers, err := s.counts(ctx, "answer.*.*.0")
	if err != nil {
		return st, err
	}
	aside, err := s.counts(ctx, "aside.*.*.0")
	if err != nil {
		return st, err
	}
	st.Done = len(answers)
	for subject := range aside {
		t, _ := s.taskOf(subject)
		if _, done := answers[s.subject("answer", t.Search, strconv.Itoa(t.Number), "0")]; !done {
			st.Aside++
		}
	}
	if _, st.Running, err = s.pending(ctx); err != nil || st.Done == 0 || st.Running == 0 {
		return st, err
	}
	took, err := s.span(ctx)
	st.Left = time.Duration(float64(took) / float64(st.Done) * float64(p.Tasks-st.Done-st.Aside))
	return st, err
}

// span returns the time from the first attempt to now, by the clock of the server.
func (s *Server) span(ctx context.Context) (took time.Duration, err error) {
	err = s.try(ctx, func(ctx context.Context) error {
		stream, err := s.js.Stream(ctx, s.stream())
		if err != nil {
			return err
		}
		first, err := stream.GetMsg(ctx, 1, jetstream.WithGetMsgSubject(s.subject("attempt", ">")))
		if err == nil {
			took = stream.CachedInfo().State.LastTime.Sub(first.Time)
		}
		return err
	})
	return took, err
}
