package jetstream_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"xcbench/fleet"
	"xcbench/fleet/jetstream"
	. "xcbench/internal/fleettest"
	"xcbench/internal/natstest"
)

// worker is a worker whose steps a test makes.
type worker struct {
	server *jetstream.Server
	queue  fleet.Queue
	notes  []string
}

func started(t *testing.T, url, name string) *worker {
	t.Helper()
	w := &worker{server: connected(t, url)}
	info, err := w.server.Head(context.Background())
	Must(t, err)
	note := func(n string) { w.notes = append(w.notes, n) }
	source, err := w.server.Source(context.Background(), info, note)
	Must(t, err)
	w.queue = fleet.NewQueue(source, Machine(name), info.Build, info.Lease, note)
	return w
}

// die ends the connection, as the end of the process does.
func (w *worker) die() { w.server.Close() }

var killed = fleet.End{Reason: "signal: killed", Died: true}

// three is a plan with one pack of three tasks.
var three = []Job{{ID: "queens/4", Solver: "naive"}, {ID: "queens/5", Solver: "naive"}, {ID: "queens/6", Solver: "naive"}}

// A worker dies between any two steps. What it stored is kept, and the rest is done by the next one,
// when the lease is over or at once.
func TestAWorkerMayDieAfterAnyStep(t *testing.T) {
	server := natstest.Start(t)
	for stored := range 4 {
		for _, known := range []bool{false, stored < 3} { // the death, to the process that searches for it
			lease := 100 * time.Millisecond
			if known {
				lease = time.Minute
			}
			f := Plan(t, 3, lease, three...)
			s := submitted(t, server.URL(), f)
			w := started(t, server.URL(), "a")
			for range stored {
				c, err := w.queue.Take(context.Background())
				Must(t, err)
				Must(t, c.Done(Answer(t, c)))
			}
			if stored < 3 { // it dies at the next task
				c, err := w.queue.Take(context.Background())
				Must(t, err)
				if known {
					Must(t, c.GiveBack(killed))
				}
			}
			w.die()
			if done, _ := work(t, server.URL(), "b"); done != 3-stored {
				t.Errorf("died after %d results: the next worker did %d tasks, want %d", stored, done, 3-stored)
			}
			wantWhole(t, s, f, three...)
			Must(t, s.Drop(context.Background()))
		}
	}
}

// The worker was not dead after all. Both store their results and acknowledge the pack.
func TestAResultThatComesTwiceCountsOnce(t *testing.T) {
	server := natstest.Start(t)
	jobs := []Job{{ID: "queens/4", Solver: "naive"}}
	f := Plan(t, 1, 50*time.Millisecond, jobs...)
	s := submitted(t, server.URL(), f)
	slow, fast := started(t, server.URL(), "slow"), started(t, server.URL(), "fast")
	c, err := slow.queue.Take(context.Background())
	Must(t, err)
	other, err := fast.queue.Take(context.Background())
	Must(t, err)
	Must(t, errors.Join(other.Done(Answer(t, other)), c.Done(Answer(t, c))))
	for _, w := range []*worker{fast, slow} {
		if next, err := w.queue.Take(context.Background()); next != nil || err != nil {
			t.Errorf("got %v, %v, want nothing left to do", next, err)
		}
	}
	wantWhole(t, s, f, jobs...)
}

// A worker on a busy machine may be silent for longer than its lease. Then the test is repeated with
// a longer one.
func TestATaskIsLeftToAWorkerThatGivesSignsOfLife(t *testing.T) {
	server := natstest.Start(t)
	lease := 100 * time.Millisecond
	for !leaves(t, server.URL(), lease) {
		if lease *= 2; lease > 10*time.Second {
			t.Fatal("got no time from the machine, want signs of life in time")
		}
	}
}

// leaves checks that another worker gets the task of a worker when its signs of life end, and not
// before. It returns false, and checks nothing, if the signs were late.
func leaves(t *testing.T, url string, lease time.Duration) bool {
	f := Plan(t, 1, lease, Job{ID: "queens/4", Solver: "naive"})
	s := submitted(t, url, f)
	defer s.Drop(context.Background())
	w, other := started(t, url, "a"), started(t, url, "b")
	c, err := w.queue.Take(context.Background())
	Must(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 4*lease)
	defer cancel()
	longest := make(chan time.Duration)
	go func() {
		var silence time.Duration
		for last := time.Now(); ctx.Err() == nil; time.Sleep(lease / 10) {
			c.KeepAlive()
			silence, last = max(silence, time.Since(last)), time.Now()
		}
		longest <- silence
	}()
	early, earlyErr := other.queue.Take(ctx)
	if <-longest > lease/2 {
		return false
	}
	if early != nil || !errors.Is(earlyErr, context.DeadlineExceeded) {
		t.Errorf("got %v, %v, want to wait for the worker that lives", early, earlyErr)
	}
	if got, err := other.queue.Take(context.Background()); got == nil || err != nil {
		t.Errorf("got %v, %v, want the task of the worker that is silent now", got, err)
	}
	return true
}

// A pack that was given back four times has killed nobody.
func TestAnInterruptedTaskIsGivenBackWithoutBlame(t *testing.T) {
	server := natstest.Start(t)
	f := Plan(t, 3, time.Minute, three...)
	s := submitted(t, server.URL(), f)
	for range 4 {
		w := started(t, server.URL(), "a")
		c, err := w.queue.Take(context.Background())
		Must(t, err)
		Must(t, errors.Join(c.GiveBack(fleet.End{Reason: "interrupted"}), w.queue.Close()))
	}
	if done, _ := work(t, server.URL(), "b"); done != 3 {
		t.Errorf("the next worker did %d tasks, want all", done)
	}
	wantWhole(t, s, f, three...)
}

func TestJunkInTheQueueIsSetAside(t *testing.T) {
	server := natstest.Start(t)
	f := Plan(t, 1, time.Minute, three...)
	s := submitted(t, server.URL(), f)
	text, err := f.PackText(1)
	Must(t, err)
	foreign := func(pack, from, to string) string {
		data, err := json.Marshal(map[string]string{"pack": pack, "tasks": strings.Replace(string(text), from, to, 1)})
		Must(t, err)
		return string(data)
	}
	js := client(t, server.URL())
	publish := func(subject, attempt, data string) {
		_, err := js.PublishMsg(t.Context(), &nats.Msg{Subject: "xcbench.jobs." + subject, Data: []byte(data),
			Header: nats.Header{"Xcbench-Attempt": {attempt}}})
		Must(t, err)
	}
	all := []string{foreign("a.b", "", ""), "", "\x00\xff", "{}", `{"pack":"0"}`, `{"pack":"../1","tasks":"x"}`, `{"pack":"3"}`, `{"pack":1}`,
		foreign("1", `"build":"`, `"build":"x`), foreign("1", `"naive"`, `"bitset"`), foreign("1", "\n", "")}
	for _, data := range all {
		publish("queue", "", data)
	}
	done, notes := work(t, server.URL(), "a")
	if got := strings.Count(notes, "queue: "); done != 3 || got != len(all) {
		t.Errorf("did %d tasks, noted %d messages, want 3 and %d: %s", done, got, len(all), notes)
	}
	wantWhole(t, s, f, three...)
	if status, err := f.Status(); err != nil || len(status.Running) > 0 {
		t.Errorf("got %+v, %v, want that nobody works", status, err)
	}
	if _, notes := collected(t, s, f); len(notes) != len(all) {
		t.Errorf("got %d notes, want %d: %q", len(notes), len(all), notes)
	}
	// Junk among the results
	publish("work.1", "x", "\x00")
	publish("work.99", "x", "{}")
	publish("shared.x", "", "")
	publish("work.1", "", `{"result":{"task":"none"}}`)
	wantWhole(t, s, f, three...)
}

// client is a client of the server without our code.
func client(t *testing.T, url string) natsjs.JetStream {
	t.Helper()
	conn, err := nats.Connect(url)
	Must(t, err)
	t.Cleanup(conn.Close)
	js, err := natsjs.New(conn)
	Must(t, err)
	return js
}
