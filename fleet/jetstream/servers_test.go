package jetstream_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/fleet"
	"xcbench/fleet/jetstream"
	. "xcbench/internal/fleettest"
	"xcbench/internal/natstest"
)

func TestAServerThatIsRestartedLosesNothing(t *testing.T) {
	server := natstest.Start(t)
	jobs := []Job{{ID: "queens/10", Solver: "naive", Nodes: 3000}}
	f := Plan(t, 1, time.Second, jobs...)
	s := submitted(t, server.URL(), f)
	ended := make(chan int)
	for _, name := range []string{"a", "b"} {
		go func() { done, _ := work(t, server.URL(), name); ended <- done }()
	}
	for range 2 {
		time.Sleep(60 * time.Millisecond)
		server.Restart()
	}
	if done := <-ended + <-ended; done < f.Tasks() {
		t.Errorf("did %d tasks, want at least %d", done, f.Tasks())
	}
	wantWhole(t, s, f, jobs...)
}

func TestTheFirstQuestionOutlivesARestart(t *testing.T) {
	t.Parallel()
	server := natstest.Start(t)
	s := submitted(t, server.URL(), Plan(t, 1, time.Second, three...))
	server.Stop()
	ended := make(chan error)
	go func() { _, err := s.Head(context.Background()); ended <- err }()
	time.Sleep(2100 * time.Millisecond) // the client waits 2 s for an answer
	server.Restart()
	if err := <-ended; err != nil {
		t.Errorf("got %v, want the head of the plan", err)
	}
}

func TestAPatientWorkerWaitsForThePlan(t *testing.T) {
	server := natstest.Start(t)
	s, err := jetstream.Connect(jetstream.Options{URL: server.URL(), Patient: true}, "jobs")
	Must(t, err)
	defer s.Close()
	ended := make(chan error)
	go func() { _, err := s.Head(context.Background()); ended <- err }()
	time.Sleep(50 * time.Millisecond) // the first answer is that there is no plan
	submitted(t, server.URL(), Plan(t, 1, time.Second, three...))
	if err := <-ended; err != nil {
		t.Errorf("got %v, want the head of the plan", err)
	}
}

func TestAClusterThatLosesItsLeaderLosesNothing(t *testing.T) {
	if os.Getenv("XCBENCH_LONG") == "" {
		t.Skip("takes some seconds; set XCBENCH_LONG")
	}
	servers := natstest.Cluster(t, 3)
	var urls []string
	for _, s := range servers {
		urls = append(urls, s.URL())
	}
	url := strings.Join(urls, ",")
	jobs := []Job{{ID: "queens/12", Solver: "naive", Nodes: 2e3}}
	f := Plan(t, 1, 2*time.Second, jobs...)
	s := connected(t, url)
	Must(t, s.Submit(context.Background(), f, 3, func(int) {}))
	ended := make(chan int)
	for _, name := range []string{"a", "b"} {
		go func() { done, _ := work(t, url, name); ended <- done }()
	}
	time.Sleep(200 * time.Millisecond)
	for _, stream := range []string{"xcbench_queue_jobs", "xcbench_records_jobs"} {
		leader := natstest.LeaderOf(servers, stream)
		if leader == nil {
			t.Fatalf("%s has no leader", stream)
		}
		if done, err := s.Done(context.Background()); err != nil || done == f.Tasks() {
			t.Fatalf("%d tasks done, %v, want that the leader stops in the middle", done, err)
		}
		leader.Restart()
	}
	done := <-ended + <-ended
	if done < f.Tasks() {
		t.Errorf("did %d tasks, want at least %d", done, f.Tasks())
	}
	t.Logf("%d tasks, %d done", f.Tasks(), done)
	wantWhole(t, s, f, jobs...)
}

// A problem that many packs have is no part of each message, nor is a pack that is larger than a message.
func TestLargeProblemsAndPacksArrive(t *testing.T) {
	server := natstest.Start(t)
	p, end := Create(t, 1000, time.Second)
	add := func(in corpus.Instance) {
		placed, err := p.Add(in)
		Must(t, errors.Join(err, p.Whole(placed, "naive", fleet.Limits{Limits: cover.Limits{Nodes: 100}})))
	}
	in, _ := Instance(t, "queens/16")
	add(in)
	small, _ := Instance(t, "queens/4")
	for k := range 999 {
		small.Name = fmt.Sprintf("%0600d", k)
		add(small)
	}
	f := end()
	s := submitted(t, server.URL(), f)
	store, err := client(t, server.URL()).ObjectStore(t.Context(), "xcbench_large_jobs")
	Must(t, err)
	objects, err := store.List(t.Context())
	if err != nil || len(objects) != 2 {
		t.Errorf("got %d objects, %v, want the large problem and the large pack", len(objects), err)
	}
	if done, _ := work(t, server.URL(), "a"); done != f.Tasks() {
		t.Errorf("did %d tasks, want %d", done, f.Tasks())
	}
	for _, s := range first(collected(t, s, f)) {
		if s.Stats.Nodes != map[bool]int64{true: 100, false: 17}[s.InstanceID == in.ID()] {
			t.Errorf("got %+v, want 100 nodes of queens/16 and 17 of the others", s)
		}
	}
	other := Plan(t, 1, time.Second, three...)
	if err := s.Collect(t.Context(), other, func(string) {}); err == nil || !strings.Contains(err.Error(), "another one") {
		t.Errorf("the folder of another plan: got %v, want an error", err)
	}
}

func first(all []fleet.Search, _ []string) []fleet.Search { return all }

func TestAServerThatCannotHelpIsNamed(t *testing.T) {
	server := natstest.Start(t)
	for _, name := range []string{"", "a.b", "a b", "*", strings.Repeat("x", 65)} {
		if _, err := jetstream.Connect(jetstream.Options{URL: server.URL()}, name); err == nil || !strings.Contains(err.Error(), "no name of a plan") {
			t.Errorf("a plan %q: got %v, want an error", name, err)
		}
	}
	if _, err := jetstream.Connect(jetstream.Options{URL: "nats://me:secret@127.0.0.1:1"}, "jobs"); err == nil || strings.Contains(err.Error(), "secret") ||
		!strings.Contains(err.Error(), "nats-server -js") {
		t.Errorf("no server: got %v, want an error without the password", err)
	}
	s := connected(t, server.URL())
	if _, err := s.Head(context.Background()); err == nil || !strings.Contains(err.Error(), "no plan jobs") {
		t.Errorf("no plan: got %v, want an error", err)
	}
}
