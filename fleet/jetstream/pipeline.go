package jetstream

import (
	"context"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// pipeline sends messages without waiting for each to be stored.
type pipeline struct {
	server *Server
	sent   []sent
}

type sent struct {
	message *nats.Msg
	id      string
	stored  jetstream.PubAckFuture // nil if it could not be sent
}

// mostSent is how many messages may be on their way.
const mostSent = 500

func (p *pipeline) send(ctx context.Context, m *nats.Msg, id string) error {
	stored, err := p.server.js.PublishMsgAsync(m, jetstream.WithMsgID(id))
	if err != nil {
		stored = nil
	}
	p.sent = append(p.sent, sent{m, id, stored})
	if len(p.sent) < mostSent {
		return nil
	}
	return p.wait(ctx)
}

// wait waits until all messages are stored. It sends those again that were not.
func (p *pipeline) wait(ctx context.Context) error {
	for len(p.sent) > 0 {
		first := p.sent[0]
		if err := p.waitFor(ctx, first); err != nil {
			return err
		}
		p.sent = p.sent[1:]
	}
	return nil
}

func (p *pipeline) waitFor(ctx context.Context, s sent) error {
	if s.stored != nil {
		select {
		case <-s.stored.Ok():
			return nil
		case <-s.stored.Err():
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	s.message.Reply = "" // the first try has set it
	return p.server.publish(ctx, s.message, s.id)
}
