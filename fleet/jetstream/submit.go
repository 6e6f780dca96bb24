package jetstream

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"xcbench/fleet"
)

// message is a pack in the queue.
type message struct {
	Pack     string          `json:"pack"`            // the number in the plan, or the name of a task that was given away
	Tasks    string          `json:"tasks,omitempty"` // one a line
	Problems []fleet.Problem `json:"problems,omitempty"`
	Object   string          `json:"object,omitempty"` // where the message is, if it is too large
}

// A server takes messages of up to 1 MiB, unless it is configured otherwise. A problem that many packs
// have should not be in each of them.
const (
	mostBytes    = 512 << 10
	smallProblem = 2 << 10
)

// Submit puts the plan of a folder on the server, for any number of workers. Streams have so many
// replicas, in a cluster. Tell is called with the number of packs so far. A Submit that was
// interrupted can be repeated.
func (s *Server) Submit(ctx context.Context, f *fleet.Folder, replicas int, tell func(packs int)) error {
	info, err := f.Info()
	if err != nil {
		return err
	}
	if _, err := s.Head(ctx); err == nil {
		return fmt.Errorf("the server has a plan %s already; 'xcbench fleet drop %s' deletes it with its results", s.plan, s.plan)
	}
	if err := s.create(ctx, info.Lease, replicas); err != nil {
		return err
	}
	u := &submission{server: s, folder: f, out: pipeline{server: s}, stored: map[string]bool{}}
	for pack := 1; pack <= info.Packs; pack++ {
		if err := u.pack(ctx, pack); err != nil {
			return err
		}
		tell(pack)
	}
	if err := u.out.wait(ctx); err != nil {
		return err
	}
	head, err := json.Marshal(info)
	if err != nil {
		return err
	}
	return s.publish(ctx, &nats.Msg{Subject: s.subject("head"), Data: head}, "head")
}

// create makes the streams of the plan.
func (s *Server) create(ctx context.Context, lease time.Duration, replicas int) error {
	return s.try(ctx, func(ctx context.Context) error {
		if _, err := s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: s.records(), Storage: jetstream.FileStorage,
			Subjects: []string{s.subject("head"), s.subject("work.*"), s.subject("shared.*"), s.subject("junk")},
			Replicas: replicas}); err != nil {
			return err
		}
		queue, err := s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: s.queue(), Storage: jetstream.FileStorage,
			Subjects: []string{s.subject("queue")}, Retention: jetstream.WorkQueuePolicy, Replicas: replicas})
		if err != nil {
			return err
		}
		if _, err := queue.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: workers,
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease, MaxAckPending: -1, MaxWaiting: mostWorkers}); err != nil {
			return err
		}
		_, err = s.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: s.large(), Replicas: replicas})
		return err
	})
}

// workers is the name of the consumer that all workers share.
const workers = "workers"

// mostWorkers is how many workers may wait for a pack at a time.
const mostWorkers = 16384

type submission struct {
	server *Server
	folder *fleet.Folder
	out    pipeline
	stored map[string]bool // names of objects
}

// pack sends a pack.
func (u *submission) pack(ctx context.Context, number int) error {
	text, err := u.folder.PackText(number)
	if err != nil {
		return err
	}
	m := message{Pack: strconv.Itoa(number), Tasks: string(text)}
	err = u.folder.Problems(number, func(p fleet.Problem) error {
		if len(p.Text)+len(p.Batch) <= smallProblem { // tasks of several solvers have the same batch
			m.Problems = append(m.Problems, p)
			return nil
		}
		return u.object(ctx, p.Hash, p)
	})
	if err != nil {
		return err
	}
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if len(data) > u.server.mostBytes {
		name := "pack-" + m.Pack
		if err := u.object(ctx, name, m); err != nil {
			return err
		}
		if data, err = json.Marshal(message{Pack: m.Pack, Object: name}); err != nil {
			return err
		}
	}
	return u.out.send(ctx, &nats.Msg{Subject: u.server.subject("queue"), Data: data}, "pack-"+m.Pack)
}

// object puts a value into the object store, as JSON.
func (u *submission) object(ctx context.Context, name string, value any) error {
	if u.stored[name] {
		return nil
	}
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	u.stored[name] = true
	return u.server.try(ctx, func(ctx context.Context) error {
		store, err := u.server.js.ObjectStore(ctx, u.server.large())
		if err == nil {
			_, err = store.PutBytes(ctx, name, data)
		}
		return err
	})
}
