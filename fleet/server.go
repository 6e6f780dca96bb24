package fleet

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Server is a connection to a server, or to a cluster, for one plan. A server that does not answer
// is asked again for the time of the patience, so that it may restart. One that refuses is asked again
// for ten seconds at most, as a cluster that elects a leader refuses for a moment.
type Server struct {
	plan     string
	patience time.Duration
	conn     *nats.Conn
	js       jetstream.JetStream
	known    atomic.Value // the stream of the plan, once it was found: asking for it again takes a request
}

// Options say how to reach a server.
type Options struct {
	Plan        string    // its name
	URL         string    // of one or more servers, separated by commas
	Credentials string    // a file with the credentials of a user, or ""
	Embedded    *Embedded // a server in this process, instead of the URL
}

const (
	patience   = 10 * time.Minute
	insistence = 10 * time.Second
	oneTry     = 2 * time.Second
)

var planName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Connect connects to a server for a plan.
func Connect(o Options) (*Server, error) {
	if !planName.MatchString(o.Plan) {
		return nil, fmt.Errorf("%q is no name of a plan, expected up to 64 letters, digits, _ and -", o.Plan)
	}
	options := []nats.Option{nats.Name("xcbench " + o.Plan), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
		nats.Timeout(oneTry), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})}
	if o.Credentials != "" {
		options = append(options, nats.UserCredentials(o.Credentials))
	}
	if o.Embedded != nil {
		o.URL, options = o.Embedded.url, append(options, nats.InProcessServer(o.Embedded.running))
	}
	conn, err := nats.Connect(o.URL, options...)
	if err != nil {
		return nil, fmt.Errorf("no connection to %s: %w; expected a NATS server with JetStream, such as 'xcbench-fleet serve'",
			password.ReplaceAllString(o.URL, "://...@"), err)
	}
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(oneTry))
	return &Server{plan: o.Plan, patience: patience, conn: conn, js: js}, err
}

var password = regexp.MustCompile(`://[^@/,]*@`)

// Close closes the connection, after what was sent has left.
func (s *Server) Close() error {
	s.conn.FlushTimeout(time.Second) // if it fails, the last acknowledgement is lost, which does no harm
	s.conn.Close()
	return nil
}

func (s *Server) stream() string { return "xcbench_" + s.plan }

// subject returns the subject of a value, without the number of the chunk.
func (s *Server) subject(parts ...string) string {
	return "xcbench." + s.plan + "." + strings.Join(parts, ".")
}

// workers is the name of the consumer that all workers share.
const workers = "workers"

// try does something until it succeeds, the server did not answer for too long, or refused for too
// long.
func (s *Server) try(ctx context.Context, do func(context.Context) error) error {
	began, pause := time.Now(), 20*time.Millisecond
	for {
		short, cancel := context.WithTimeout(ctx, oneTry)
		err := do(short)
		cancel()
		switch {
		case err == nil, errors.Is(err, nats.ErrMaxPayload), absent(err):
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
		most := s.patience
		if refused(err) {
			most = min(insistence, s.patience)
		}
		if took := time.Since(began); took >= most {
			return fmt.Errorf("the server of plan %s, asked for %v: %w; expected one with JetStream and room on its disk", s.plan,
				took.Round(time.Second), err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause = min(2*pause, time.Second)
	}
}

// onStream does something with the stream of the plan, as try does.
func (s *Server) onStream(ctx context.Context, do func(context.Context, jetstream.Stream) error) error {
	return s.try(ctx, func(ctx context.Context) error {
		stream, ok := s.known.Load().(jetstream.Stream)
		if !ok {
			var err error
			if stream, err = s.js.Stream(ctx, s.stream()); err != nil {
				return err
			}
			s.known.Store(stream)
		}
		return do(ctx, stream)
	})
}

// refused reports whether the server answered, and said no. So does a server without JetStream, and
// one that has stopped it because its disk is full.
func refused(err error) bool {
	_, api := errors.AsType[*jetstream.APIError](err)
	return api || errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse)
}

// absent reports whether a plan or a value is not on the server.
func absent(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrMsgNotFound)
}

// Plan returns the plan.
func (s *Server) Plan(ctx context.Context) (*Plan, error) {
	p := new(Plan)
	found, err := s.load(ctx, p, "plan")
	if err == nil && !found {
		err = fmt.Errorf("the server has no plan %s, or it is not complete; 'xcbench-fleet submit' puts one there", s.plan)
	}
	return p, err
}

// Drop deletes the plan from the server, with its answers.
func (s *Server) Drop(ctx context.Context) error {
	err := s.try(ctx, func(ctx context.Context) error { return s.js.DeleteStream(ctx, s.stream()) })
	if absent(err) {
		return fmt.Errorf("the server has no plan %s", s.plan)
	}
	return err
}
