package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The headers of a chunk: which value it belongs to, and how many chunks that has.
const (
	valueHeader  = "Xcbench-Value"
	chunksHeader = "Xcbench-Chunks"
)

// chunks splits a value into messages. Values of one subject have different ids, and the server drops
// repetitions of a message by them.
func (s *Server) chunks(subject, id string, value []byte) (all []*nats.Msg) {
	count := max(1, (len(value)+s.most-1)/s.most)
	for k := range count {
		chunk := value[k*s.most : min((k+1)*s.most, len(value))]
		number := strconv.Itoa(k)
		all = append(all, &nats.Msg{Subject: subject + "." + number, Data: chunk, Header: nats.Header{
			valueHeader: {id}, chunksHeader: {strconv.Itoa(count)}, jetstream.MsgIDHeader: {subject + " " + id + " " + number}}})
	}
	return all
}

// store stores a value as JSON, and waits until it is stored.
func (s *Server) store(ctx context.Context, value any, id string, subject ...string) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	for _, m := range s.chunks(s.subject(subject...), id, text) {
		if err := s.publish(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) publish(ctx context.Context, m *nats.Msg) error {
	return s.try(ctx, func(ctx context.Context) error {
		_, err := s.js.PublishMsg(ctx, m)
		return err
	})
}

// text returns the last value of a subject, or nil if there is none.
func (s *Server) text(ctx context.Context, subject ...string) (text []byte, err error) {
	at := s.subject(subject...)
	for k, count := 0, 1; k < count; k++ {
		var m *jetstream.RawStreamMsg
		err := s.try(ctx, func(ctx context.Context) error {
			stream, err := s.js.Stream(ctx, s.stream())
			if err == nil {
				m, err = stream.GetLastMsgForSubject(ctx, at+"."+strconv.Itoa(k))
			}
			return err
		})
		if absent(err) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if count, err = strconv.Atoi(m.Header.Get(chunksHeader)); err != nil {
			return nil, fmt.Errorf("%s: not a value of xcbench-fleet: %.60q", at, m.Data)
		}
		text = append(text, m.Data...)
	}
	return text, nil
}

// load reads the last value of a subject. It reports whether there is one.
func (s *Server) load(ctx context.Context, value any, subject ...string) (bool, error) {
	text, err := s.text(ctx, subject...)
	if text == nil || err != nil {
		return false, err
	}
	if err := json.Unmarshal(text, value); err != nil {
		return false, fmt.Errorf("%s: %.60q is not what xcbench-fleet writes", s.subject(subject...), text)
	}
	return true, nil
}

// stored is a value on the server.
type stored struct {
	subject  string // of its last chunk
	text     []byte
	sequence uint64 // of its last chunk
}

// all returns the values of a kind, in the order in which they were stored. The values that lack a
// chunk are left out. A star stands for any part of the subject.
func (s *Server) all(ctx context.Context, kind string) iter.Seq2[stored, error] {
	return func(yield func(stored, error) bool) {
		subjects, err := s.counts(ctx, kind)
		left := uint64(0) // a copy of the stream that lags behind may send the messages, so wait for as many
		for _, n := range subjects {
			left += n
		}
		if left == 0 || err != nil {
			if err != nil {
				yield(stored{}, err)
			}
			return
		}
		var next jetstream.MessagesContext
		err = s.try(ctx, func(ctx context.Context) error {
			c, err := s.js.OrderedConsumer(ctx, s.stream(), jetstream.OrderedConsumerConfig{FilterSubjects: []string{s.subject(kind)}})
			if err == nil {
				next, err = c.Messages()
			}
			return err
		})
		if err != nil {
			yield(stored{}, err)
			return
		}
		defer next.Stop()
		begun := map[string]map[string]jetstream.Msg{} // the chunks of values that are not whole, by number
		for ; left > 0; left-- {
			short, cancel := context.WithTimeout(ctx, s.patience)
			m, err := next.Next(jetstream.NextContext(short))
			cancel()
			if err != nil {
				if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
					err = fmt.Errorf("the server of plan %s has stopped to send %s", s.plan, kind)
				}
				yield(stored{}, err)
				return
			}
			if v, whole := assemble(begun, m); whole && !yield(v, nil) {
				return
			}
		}
	}
}

// assemble adds a chunk to those of its value, and returns the value once it is whole.
func assemble(begun map[string]map[string]jetstream.Msg, m jetstream.Msg) (v stored, whole bool) {
	v.subject = m.Subject()
	last := strings.LastIndex(v.subject, ".")
	count, err := strconv.Atoi(m.Headers().Get(chunksHeader))
	if err != nil {
		return v, false // nobody of us wrote it
	}
	key := v.subject[:last] + " " + m.Headers().Get(valueHeader)
	if begun[key] == nil {
		begun[key] = map[string]jetstream.Msg{}
	}
	chunks := begun[key]
	if chunks[v.subject[last+1:]] = m; len(chunks) < count {
		return v, false
	}
	delete(begun, key)
	for k := range count {
		c, ok := chunks[strconv.Itoa(k)]
		if !ok {
			return v, false
		}
		v.text = append(v.text, c.Data()...)
	}
	if meta, err := m.Metadata(); err == nil {
		v.sequence = meta.Sequence.Stream
	}
	return v, true
}

// read decodes the value.
func (v stored) read(value any) error { return json.Unmarshal(v.text, value) }

// taskOf returns the task that a subject names, as xcbench.NAME.KIND.HASH.K.CHUNK.
func (s *Server) taskOf(subject string) (t Task, ok bool) {
	parts := strings.Split(subject, ".")
	if len(parts) != 6 {
		return t, false
	}
	number, err := strconv.Atoi(parts[4])
	return Task{parts[3], number}, err == nil && number >= 0
}

// pipeline stores messages without waiting for each.
type pipeline struct {
	server *Server
	sent   []sent
}

type sent struct {
	message *nats.Msg
	stored  jetstream.PubAckFuture // nil if it could not be sent
}

// mostSent is how many messages may be on their way.
const mostSent = 500

func (p *pipeline) send(ctx context.Context, m *nats.Msg) error {
	f, err := p.server.js.PublishMsgAsync(m)
	if err != nil {
		f = nil
	}
	if p.sent = append(p.sent, sent{m, f}); len(p.sent) < mostSent {
		return nil
	}
	return p.wait(ctx)
}

// wait waits until all messages are stored. It sends those again that were not.
func (p *pipeline) wait(ctx context.Context) error {
	for ; len(p.sent) > 0; p.sent = p.sent[1:] {
		one := p.sent[0]
		if one.stored != nil {
			select {
			case <-one.stored.Ok():
				continue
			case <-one.stored.Err():
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		one.message.Reply = "" // the first try has set it
		if err := p.server.publish(ctx, one.message); err != nil {
			return err
		}
	}
	return nil
}
