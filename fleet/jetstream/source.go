package jetstream

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"xcbench/fleet"
	"xcbench/internal/lazy"
)

// A Source is a [fleet.Source] for one worker.
type Source struct {
	server   *Server
	consumer jetstream.Consumer
	messages jetstream.MessagesContext // or nil
	longest  time.Duration             // to wait for a message
	problem  fleet.Problem             // the last large one
	notes    func(string)
}

// Source returns the source of the plan. Notes receives what people should know. Closing the source
// closes the server.
func (s *Server) Source(ctx context.Context, info fleet.Info, notes func(string)) (*Source, error) {
	x := &Source{server: s, notes: notes, longest: min(2*time.Second, info.Lease/4)}
	err := s.try(ctx, func(ctx context.Context) (err error) {
		x.consumer, err = s.js.Consumer(ctx, s.queue(), workers)
		return err
	})
	return x, err
}

// Close implements [fleet.Source].
func (x *Source) Close() error {
	if x.messages != nil {
		x.messages.Stop()
	}
	return x.server.Close()
}

// Next implements [fleet.Source]. While others have packs that they may give back, it waits.
func (x *Source) Next(ctx context.Context) (fleet.Loan, error) {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, x.longest) {
		var m jetstream.Msg
		left := 0
		err := x.server.try(ctx, func(context.Context) (err error) {
			if m, err = x.fetch(ctx, wait); m != nil || err != nil {
				return err
			}
			left, err = x.left(ctx)
			return err
		})
		switch {
		case err != nil:
			return nil, err
		case m == nil && left == 0:
			return nil, nil
		case m == nil:
			continue
		}
		l, err := x.open(ctx, m)
		if l != nil || err != nil {
			return l, err
		}
	}
}

// fetch waits for a message for so long. A request to the server outlives the wait: a message that
// comes late is that of the next call, and not lost for the time of the lease.
func (x *Source) fetch(ctx context.Context, wait time.Duration) (jetstream.Msg, error) {
	if x.messages == nil {
		var err error
		if x.messages, err = x.consumer.Messages(jetstream.PullMaxMessages(1), jetstream.PullExpiry(request)); err != nil {
			return nil, err
		}
	}
	short, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	m, err := x.messages.Next(jetstream.NextContext(short))
	if err == nil {
		return m, nil
	}
	if short.Err() != nil {
		return nil, ctx.Err()
	}
	x.messages.Stop()
	x.messages = nil
	return nil, err
}

// request is how long a request for a message stays at the server.
const request = 10 * time.Second

// left returns how many packs are not done.
func (x *Source) left(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, oneTry)
	defer cancel()
	queue, err := x.server.js.Stream(ctx, x.server.queue())
	if err != nil {
		return 0, err
	}
	return int(queue.CachedInfo().State.Msgs), nil
}

var packName = lazy.Regexp(`^([1-9][0-9]{0,8}|[0-9a-f]{20})$`)

// open reads a message. It returns nil if the message is no pack, after it was set aside.
func (x *Source) open(ctx context.Context, m jetstream.Msg) (fleet.Loan, error) {
	l := &loan{source: x, message: m, lines: pipeline{server: x.server}}
	meta, err := m.Metadata()
	if err != nil {
		return nil, err
	}
	// A server that was killed may forget that it had delivered the message, so the name is made unique.
	l.attempt = fmt.Sprintf("%d.%d.%s", meta.Sequence.Stream, meta.NumDelivered, nuid.Next())
	l.first = meta.NumDelivered == 1
	known := json.Unmarshal(m.Data(), &l.pack) == nil
	if known && l.pack.Object != "" {
		if known, err = l.object(ctx, l.pack.Object, &l.pack); err != nil {
			return nil, err
		}
	}
	if !known || !packName().MatchString(l.pack.Pack) {
		x.notes(fmt.Sprintf("queue: a message that is no pack is set aside: %.60q", m.Data()))
		return nil, l.Reject(ctx, "no pack, expected what 'xcbench fleet submit' writes")
	}
	return l, nil
}

// The headers of a line: the name of the attempt, and the [fleet.Label] of a result.
const (
	attemptHeader = "Xcbench-Attempt"
	labelHeader   = "Xcbench-Label"
)

// line returns the message of a line of an attempt.
func line(subject, attempt string, text []byte) *nats.Msg {
	return &nats.Msg{Subject: subject, Header: nats.Header{attemptHeader: {attempt}}, Data: text}
}

// number returns the number of a pack of the plan, or 0 for one that a worker made.
func number(pack string) int {
	n, err := strconv.Atoi(pack)
	if err != nil || len(pack) == 20 {
		return 0
	}
	return n
}
