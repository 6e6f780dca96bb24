package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// chunk is the size of a message, half of what a server takes by default. The last chunk of a value is
// smaller.
const chunk = 512 << 10

// store stores a value as JSON, and waits until it is stored. The first chunk is stored last, so a value
// that has one is whole.
func (s *Server) store(ctx context.Context, value any, subject ...string) error {
	text, err := json.Marshal(value)
	for k := len(text) / chunk; k >= 0 && err == nil; k-- {
		err = s.try(ctx, func(ctx context.Context) error {
			_, err := s.js.Publish(ctx, s.subject(subject...)+"."+strconv.Itoa(k), text[k*chunk:min((k+1)*chunk, len(text))])
			return err
		})
	}
	return err
}

// load reads the last value of a subject. It reports whether there is one.
func (s *Server) load(ctx context.Context, value any, subject ...string) (found bool, err error) {
	at := s.subject(subject...)
	var text []byte
	for k, more := 0, true; more && err == nil; k++ {
		err = s.onStream(ctx, func(ctx context.Context, stream jetstream.Stream) error {
			m, err := stream.GetLastMsgForSubject(ctx, at+"."+strconv.Itoa(k))
			if err == nil {
				text, more = append(text, m.Data...), len(m.Data) == chunk
			}
			return err
		})
	}
	switch {
	case absent(err):
		return false, nil
	case err == nil && json.Unmarshal(text, value) != nil:
		err = fmt.Errorf("%s: %.60q is not what xcbench-fleet writes", at, text)
	}
	return err == nil, err
}

// search reads the search of this name.
func (s *Server) search(ctx context.Context, name string) (*Search, error) {
	var text json.RawMessage
	if _, err := s.load(ctx, &text, "search", name); err != nil {
		return nil, err
	}
	search := new(Search)
	if nameOf(text) != name || json.Unmarshal(text, search) != nil {
		return nil, fmt.Errorf("search %s was changed on the server; plan again", name)
	}
	return search, nil
}

// values returns the subjects of the values of a kind, by task. A star stands for any part of a
// subject.
func (s *Server) values(ctx context.Context, kind string) (all map[Task][]string, err error) {
	err = s.onStream(ctx, func(ctx context.Context, stream jetstream.Stream) error {
		info, err := stream.Info(ctx, jetstream.WithSubjectFilter(s.subject(kind, "0")))
		if err != nil {
			return err
		}
		all = map[Task][]string{}
		for subject := range info.State.Subjects {
			t := taskOf(subject)
			all[t] = append(all[t], strings.TrimSuffix(strings.TrimPrefix(subject, s.subject("")), ".0"))
		}
		return nil
	})
	return all, err
}

// outcomes returns two lists of subjects for each task: those of its answers, and those of the reasons why it is set
// aside.
func (s *Server) outcomes(ctx context.Context) (answers, aside map[Task][]string, err error) {
	answers, err = s.values(ctx, "answer.*.*.*")
	if err == nil {
		aside, err = s.values(ctx, "aside.*.*")
	}
	for t := range answers {
		delete(aside, t) // another worker has done it
	}
	return answers, aside, err
}

// taskOf returns the task that a subject names, as xcbench.NAME.KIND.HASH.K.
func taskOf(subject string) Task {
	parts := strings.Split(subject, ".")
	number, _ := strconv.Atoi(parts[4])
	return Task{parts[3], number}
}

// left reports whether tasks are left to do, and how many workers have one.
func (s *Server) left(ctx context.Context) (left bool, running int, err error) {
	err = s.onStream(ctx, func(ctx context.Context, stream jetstream.Stream) error {
		last, err := stream.GetLastMsgForSubject(ctx, s.subject("task", ">"))
		if err != nil {
			return err
		}
		c, err := stream.Consumer(ctx, workers)
		if err == nil {
			left, running = c.CachedInfo().AckFloor.Stream < last.Sequence, c.CachedInfo().NumAckPending
		}
		return err
	})
	return left, running, err
}
