package jetstream

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"xcbench/fleet"
)

// loan is a pack that a worker has taken. It implements [fleet.Loan].
type loan struct {
	source  *Source
	message jetstream.Msg
	pack    message
	attempt string // a unique name
	first   bool   // nobody had the pack before
	lines   pipeline
	written int
}

func (l *loan) Pack() string {
	if number(l.pack.Pack) == 0 {
		return "the pack of a task that was given away"
	}
	return "pack " + l.pack.Pack
}

func (l *loan) Tasks() []byte { return []byte(l.pack.Tasks) }

// subject is where the lines of the pack go.
func (l *loan) subject() string {
	if number(l.pack.Pack) == 0 {
		return l.source.server.subject("shared." + l.pack.Pack)
	}
	return l.source.server.subject("work." + l.pack.Pack)
}

func (l *loan) Earlier(ctx context.Context) ([][]byte, error) {
	if l.first {
		return nil, nil
	}
	var all [][]byte
	places := map[string]int{}
	for next := uint64(1); ; {
		var m *jetstream.RawStreamMsg
		err := l.source.server.try(ctx, func(ctx context.Context) error {
			stream, err := l.source.server.js.Stream(ctx, l.source.server.records())
			if err == nil {
				m, err = stream.GetMsg(ctx, next, jetstream.WithGetMsgSubject(l.subject()))
			}
			if errors.Is(err, jetstream.ErrMsgNotFound) {
				m, err = nil, nil
			}
			return err
		})
		if err != nil || m == nil {
			return all, err
		}
		next = m.Sequence + 1
		attempt := m.Header.Get(attemptHeader)
		k, ok := places[attempt]
		if !ok {
			k = len(all)
			places[attempt] = k
			all = append(all, nil)
		}
		all[k] = append(all[k], m.Data...)
	}
}

func (l *loan) Problem(ctx context.Context, hash string) (p fleet.Problem, err error) {
	for _, p := range l.pack.Problems {
		if p.Hash == hash {
			return p, nil
		}
	}
	if l.source.problem.Hash != hash {
		l.source.problem = fleet.Problem{}
		_, err = l.object(ctx, hash, &l.source.problem)
	}
	return l.source.problem, err
}

// object reads a value from the object store. It returns false if the value is not there. In a
// cluster, a copy that lags behind may not have it yet, so an object that is missing is asked for
// again, for a while. Meanwhile the worker gives signs of life.
func (l *loan) object(ctx context.Context, name string, value any) (bool, error) {
	s := l.source.server
	var data []byte
	err := s.try(ctx, func(ctx context.Context) error {
		l.KeepAlive()
		store, err := s.js.ObjectStore(ctx, s.large())
		if err == nil {
			data, err = store.GetBytes(ctx, name)
		}
		return err
	})
	if damaged(err) {
		return false, nil
	}
	return err == nil && json.Unmarshal(data, value) == nil, err
}

// Append sends a line. It waits for the first one, so that nothing is begun that cannot be stored.
func (l *loan) Append(ctx context.Context, text []byte, label *fleet.Label) error {
	l.written++
	id := fmt.Sprintf("%s %s %d", l.subject(), l.attempt, l.written)
	m := line(l.subject(), l.attempt, bytes.Clone(text))
	if label != nil {
		header, err := json.Marshal(label)
		if err != nil {
			return err
		}
		m.Header.Set(labelHeader, string(header))
	}
	if l.written == 1 {
		return l.source.server.publish(ctx, m, id)
	}
	return l.lines.send(ctx, m, id)
}

func (l *loan) KeepAlive() error { return l.message.InProgress() }

// Settle acknowledges the pack, or gives it back, after its lines are stored. An acknowledgement that
// is lost does no harm: whoever gets the pack again finds its results.
func (l *loan) Settle(ctx context.Context, done bool) error {
	if err := l.lines.wait(ctx); err != nil {
		return err
	}
	if done {
		return l.message.Ack()
	}
	return l.message.Nak()
}

// junk is a message that was set aside.
type junk struct {
	Reason string `json:"reason"`
	Data   []byte `json:"data"`
}

func (l *loan) Reject(ctx context.Context, reason string) error {
	data := l.message.Data()
	text, err := json.Marshal(junk{reason, data[:min(len(data), mostJunk)]})
	if err != nil {
		return err
	}
	if err := l.lines.wait(ctx); err != nil {
		return err
	}
	m := &nats.Msg{Subject: l.source.server.subject("junk"), Data: text}
	if err := l.source.server.publish(ctx, m, "junk "+l.attempt); err != nil {
		return err
	}
	return l.message.TermWithReason(reason)
}

// mostJunk is how much of a message that is set aside is kept.
const mostJunk = 64 << 10

// Idle returns how many workers wait for each one that has a pack, rounded up.
func (l *loan) Idle(ctx context.Context) int {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	info, err := l.source.consumer.Info(ctx)
	if err != nil || info.NumPending > 0 {
		return 0
	}
	busy := max(info.NumAckPending, 1)
	return (info.NumWaiting + busy - 1) / busy
}

// Share puts a task into the queue. It asks once only, as the worker can do the task itself.
func (l *loan) Share(ctx context.Context, name string, task []byte) error {
	data, err := json.Marshal(message{Pack: name, Tasks: string(task), Problems: l.pack.Problems})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, oneTry)
	defer cancel()
	_, err = l.source.server.js.PublishMsg(ctx, &nats.Msg{Subject: l.source.server.subject("queue"), Data: data},
		jetstream.WithMsgID("shared-"+name))
	return err
}
