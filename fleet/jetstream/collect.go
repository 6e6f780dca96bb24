package jetstream

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"xcbench/fleet"
)

// Collect adds what the workers have written so far to the folder of the plan.
func (s *Server) Collect(ctx context.Context, f *fleet.Folder, notes func(string)) error {
	info, err := s.Head(ctx)
	if err != nil {
		return err
	}
	ours, err := f.Info()
	if err != nil {
		return err
	}
	if ours.Plan != info.Plan {
		return fmt.Errorf("plan %s on the server is another one than that of %s; expected the folder that was submitted", s.plan, f.Path())
	}
	for m, err := range s.messages(ctx, "junk", false) {
		var j junk
		if err != nil {
			return err
		}
		if json.Unmarshal(m.Data(), &j) == nil {
			notes(fmt.Sprintf("set aside: a message of %d bytes in the queue: %s", len(j.Data), j.Reason))
		}
	}
	return f.Collect(s.written(ctx, "shared"), s.written(ctx, "work"), notes)
}

// written returns all lines whose subjects have the kind work or shared.
func (s *Server) written(ctx context.Context, kind string) iter.Seq2[fleet.Written, error] {
	return func(yield func(fleet.Written, error) bool) {
		for m, err := range s.messages(ctx, kind+".*", false) {
			var w fleet.Written
			if err == nil {
				pack := strings.TrimPrefix(m.Subject(), s.subject(kind+"."))
				w = fleet.Written{Pack: number(pack), Attempt: m.Headers().Get(attemptHeader), Text: m.Data()}
				if kind == "shared" {
					w.Attempt = pack + " " + w.Attempt
				}
			}
			if !yield(w, err) {
				return
			}
		}
	}
}

// Done returns how many tasks of the plan have results on the server. A server that lost its power may
// have lost a result and kept the acknowledgement of the pack.
func (s *Server) Done(ctx context.Context) (int, error) {
	labels := func(kind string) iter.Seq2[fleet.Label, error] {
		return func(yield func(fleet.Label, error) bool) {
			for m, err := range s.messages(ctx, kind+".*", true) {
				var l fleet.Label
				if err == nil && json.Unmarshal([]byte(m.Headers().Get(labelHeader)), &l) != nil {
					continue
				}
				if !yield(l, err) {
					return
				}
			}
		}
	}
	return fleet.Done(labels("shared"), labels("work"))
}

// messages returns the records with a subject, in their order, or their headers. In a cluster, a copy of the stream that
// lags behind may send them. So the leader says how many there are, and messages waits for all.
func (s *Server) messages(ctx context.Context, subject string, headersOnly bool) iter.Seq2[jetstream.Msg, error] {
	return func(yield func(jetstream.Msg, error) bool) {
		left := uint64(0)
		var all jetstream.Consumer
		err := s.try(ctx, func(ctx context.Context) error {
			stream, err := s.js.Stream(ctx, s.records())
			if err != nil {
				return err
			}
			info, err := stream.Info(ctx, jetstream.WithSubjectFilter(s.subject(subject)))
			if err != nil {
				return err
			}
			left = 0
			for _, n := range info.State.Subjects {
				left += n
			}
			all, err = s.js.OrderedConsumer(ctx, s.records(), jetstream.OrderedConsumerConfig{
				FilterSubjects: []string{s.subject(subject)}, DeliverPolicy: jetstream.DeliverAllPolicy, HeadersOnly: headersOnly})
			return err
		})
		if err != nil {
			yield(nil, err)
			return
		}
		if left == 0 {
			return
		}
		next, err := all.Messages()
		if err != nil {
			yield(nil, err)
			return
		}
		defer next.Stop()
		for ; left > 0; left-- {
			short, cancel := context.WithTimeout(ctx, s.patience)
			m, err := next.Next(jetstream.NextContext(short))
			cancel()
			if !yield(m, err) || err != nil {
				return
			}
		}
	}
}
