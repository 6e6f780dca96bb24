package fleet

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// chunksHeader is the header of a message that says how many chunks its value has.
const chunksHeader = "Xcbench-Chunks"

// messages splits a value into messages. The first chunk is the last message, so a value whose first
// chunk is stored is whole. The server drops repetitions of a message by its id.
func (s *Server) messages(value []byte, subject ...string) (all []*nats.Msg) {
	count := max(1, (len(value)+s.most-1)/s.most)
	for k := count - 1; k >= 0; k-- {
		m := nats.NewMsg(s.subject(subject...) + "." + strconv.Itoa(k))
		m.Data = value[k*s.most : min((k+1)*s.most, len(value))]
		m.Header = nats.Header{chunksHeader: {strconv.Itoa(count)}, jetstream.MsgIDHeader: {rand.Text()}}
		all = append(all, m)
	}
	return all
}

// store stores a value as JSON, and waits until it is stored.
func (s *Server) store(ctx context.Context, value any, subject ...string) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return s.publish(ctx, s.messages(text, subject...))
}

// publish stores messages, one after the other.
func (s *Server) publish(ctx context.Context, all []*nats.Msg) error {
	for _, m := range all {
		m.Reply = "" // an earlier try may have set it
		err := s.try(ctx, func(ctx context.Context) error {
			_, err := s.js.PublishMsg(ctx, m)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// mostSent is how many messages may be on their way.
const mostSent = 500

// send stores messages without waiting for each. It sends those again that were not stored.
func (s *Server) send(ctx context.Context, all []*nats.Msg) error {
	for some := range slices.Chunk(all, mostSent) {
		stored := make([]jetstream.PubAckFuture, len(some))
		for k, m := range some {
			stored[k], _ = s.js.PublishMsgAsync(m)
		}
		for k := range some {
			if stored[k] != nil {
				select {
				case <-stored[k].Ok():
					continue
				case <-stored[k].Err():
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			if err := s.publish(ctx, some[k:k+1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// text returns the last value of a subject, or nil if it has none.
func (s *Server) text(ctx context.Context, subject ...string) (text []byte, err error) {
	at := s.subject(subject...)
	for k, count := 0, 1; k < count && err == nil; k++ {
		err = s.onStream(ctx, func(ctx context.Context, stream jetstream.Stream) error {
			m, err := stream.GetLastMsgForSubject(ctx, at+"."+strconv.Itoa(k))
			if err != nil {
				return err
			}
			count, _ = strconv.Atoi(m.Header.Get(chunksHeader))
			text = append(text, m.Data...)
			return nil
		})
	}
	if absent(err) {
		return nil, nil
	}
	return text, err
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

// values returns the subjects of the values of a kind, by task. A star stands for any part of a
// subject.
func (s *Server) values(ctx context.Context, kind string) (map[Task][]string, error) {
	var subjects map[string]uint64
	err := s.onStream(ctx, func(ctx context.Context, stream jetstream.Stream) error {
		info, err := stream.Info(ctx, jetstream.WithSubjectFilter(s.subject(kind, "0")))
		if err == nil {
			subjects = info.State.Subjects
		}
		return err
	})
	all := map[Task][]string{}
	for _, subject := range slices.Sorted(maps.Keys(subjects)) {
		value := strings.TrimSuffix(strings.TrimPrefix(subject, s.subject("")), ".0")
		if t, ok := s.taskOf(subject); ok {
			all[t] = append(all[t], value)
		}
	}
	return all, err
}

// taskOf returns the task that a subject names, as xcbench.NAME.KIND.HASH.K.
func (s *Server) taskOf(subject string) (t Task, ok bool) {
	parts := strings.Split(subject, ".")
	if len(parts) < 6 {
		return t, false
	}
	number, err := strconv.Atoi(parts[4])
	return Task{parts[3], number}, err == nil && number >= 0
}

// pending returns how many tasks wait for a worker, and how many workers have one. The server counts a
// message some time after it has stored it, so the last task counts as waiting until it is delivered.
func (s *Server) pending(ctx context.Context) (waiting, taken int, err error) {
	err = s.onStream(ctx, func(ctx context.Context, stream jetstream.Stream) error {
		last, err := stream.GetLastMsgForSubject(ctx, s.subject("task", ">"))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			last, err = &jetstream.RawStreamMsg{}, nil
		}
		if err != nil {
			return err
		}
		c, err := stream.Consumer(ctx, workers)
		if err != nil {
			return err
		}
		info := c.CachedInfo()
		waiting, taken = int(info.NumPending), info.NumAckPending
		if last.Sequence > info.Delivered.Stream {
			waiting = max(waiting, 1)
		}
		return nil
	})
	return waiting, taken, err
}
