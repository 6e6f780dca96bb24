package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"xcbench/fleet"
	"xcbench/internal/lazy"
)

// A Server is a connection to a server, or to a cluster, for one plan.
type Server struct {
	plan    string
	patient bool
	conn    *nats.Conn
	js      jetstream.JetStream

	// How long to ask again after errors: of a server that does not answer, and of one that refuses.
	patience, insistence time.Duration

	mostBytes int // of a message
}

// Options say how to reach a server.
type Options struct {
	URL         string // of one or more servers, separated by commas
	Credentials string // a file with the credentials of a user, or ""
	Patient     bool   // wait for a server that is not there yet
}

// The usual times for [Server.try]. A cluster that has lost its leader is back after some seconds.
const (
	patience   = 10 * time.Minute
	insistence = 10 * time.Second
	oneTry     = 2 * time.Second
)

var planName = lazy.Regexp(`^[A-Za-z0-9_-]{1,64}$`)

// Connect connects to a server for the plan with a name.
func Connect(o Options, plan string) (*Server, error) {
	if !planName().MatchString(plan) {
		return nil, fmt.Errorf("%q is no name of a plan, expected up to 64 letters, digits, _ and -", plan)
	}
	options := []nats.Option{nats.Name("xcbench " + plan), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
		nats.Timeout(oneTry), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})}
	if o.Patient {
		options = append(options, nats.RetryOnFailedConnect(true))
	}
	if o.Credentials != "" {
		options = append(options, nats.UserCredentials(o.Credentials))
	}
	conn, err := nats.Connect(o.URL, options...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; expected a NATS server, such as 'nats-server -js'", redacted(o.URL), err)
	}
	js, err := jetstream.New(conn, jetstream.WithPublishAsyncTimeout(oneTry))
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &Server{plan: plan, patient: o.Patient, conn: conn, js: js, patience: patience, insistence: insistence,
		mostBytes: mostBytes}, nil
}

var password = lazy.Regexp(`://[^@/,]*@`)

// redacted returns the URL without a password.
func redacted(url string) string { return password().ReplaceAllString(url, "://...@") }

// Close closes the connection, after what was sent has left.
func (s *Server) Close() error {
	s.conn.FlushTimeout(time.Second) // if it fails, the last acknowledgement is lost, which does no harm
	s.conn.Close()
	return nil
}

func (s *Server) queue() string              { return "xcbench_queue_" + s.plan }
func (s *Server) records() string            { return "xcbench_records_" + s.plan }
func (s *Server) large() string              { return "xcbench_large_" + s.plan }
func (s *Server) subject(last string) string { return "xcbench." + s.plan + "." + last }

// try does something until it succeeds. The server may be restarted meanwhile, or a cluster may elect
// a leader. It gives up when the server did not answer for the time of its patience, or refused for
// the time of its insistence.
func (s *Server) try(ctx context.Context, do func(context.Context) error) error {
	began, pause := time.Now(), 20*time.Millisecond
	for {
		short, cancel := context.WithTimeout(ctx, oneTry)
		err := do(short)
		cancel()
		if err == nil || errors.Is(err, nats.ErrMaxPayload) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		most := s.patience
		if refused(err) {
			most = s.insistence
		}
		if took := time.Since(began); took > most {
			return fmt.Errorf("the server of plan %s, tried for %v: %w", s.plan, took.Round(time.Second), err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause = min(2*pause, time.Second)
	}
}

// refused reports whether the server answered, and said no.
func refused(err error) bool {
	var e *jetstream.APIError
	return errors.As(err, &e) || damaged(err)
}

// damaged reports whether an object is missing, or is not what was stored.
func damaged(err error) bool {
	return errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrDigestMismatch)
}

// Head returns what workers have to know of the plan.
func (s *Server) Head(ctx context.Context) (info fleet.Info, err error) {
	var text []byte
	var refusal error
	if !s.patient {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, insistence) // the server may be on its way up
		defer cancel()
	}
	err = s.try(ctx, func(ctx context.Context) error {
		var m *jetstream.RawStreamMsg
		stream, err := s.js.Stream(ctx, s.records())
		if err == nil {
			m, err = stream.GetLastMsgForSubject(ctx, s.subject("head"))
		}
		if err == nil {
			text = m.Data
		}
		switch {
		case errors.Is(err, jetstream.ErrStreamNotFound), errors.Is(err, jetstream.ErrMsgNotFound):
			refusal = fmt.Errorf("the server has no plan %s; 'xcbench fleet submit' puts one there", s.plan)
		case errors.Is(err, nats.ErrNoResponders), errors.Is(err, jetstream.ErrJetStreamNotEnabled):
			refusal = errors.New("the server has no JetStream; start it as 'nats-server -js'")
		default:
			refusal = nil
		}
		if refusal != nil && !s.patient {
			return nil
		}
		return err
	})
	switch {
	case refusal != nil:
		return info, refusal
	case err != nil:
		return info, fmt.Errorf("plan %s: %w", s.plan, err)
	}
	if err := json.Unmarshal(text, &info); err != nil || info.Packs < 1 || info.Lease <= 0 {
		return info, fmt.Errorf("plan %s: its head is %q, expected what 'xcbench fleet submit' writes", s.plan, text[:min(len(text), 60)])
	}
	return info, nil
}

// publish stores a message, with an id by which the server drops repetitions.
func (s *Server) publish(ctx context.Context, m *nats.Msg, id string) error {
	return s.try(ctx, func(ctx context.Context) error {
		_, err := s.js.PublishMsg(ctx, m, jetstream.WithMsgID(id))
		return err
	})
}

// Drop deletes the plan from the server.
func (s *Server) Drop(ctx context.Context) error {
	found := false
	for _, name := range []string{s.records(), s.queue(), "OBJ_" + s.large()} {
		err := s.try(ctx, func(ctx context.Context) error {
			err := s.js.DeleteStream(ctx, name)
			if errors.Is(err, jetstream.ErrStreamNotFound) {
				return nil
			}
			found = found || err == nil
			return err
		})
		if err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("the server has no plan %s", s.plan)
	}
	return nil
}
