package jetstream

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"xcbench/internal/natstest"
)

func TestAServerThatIsRestartedLosesNothing(t *testing.T) {
	server := natstest.Start(t)
	jobs := []job{{"queens/10", "naive", 3000}}
	f := planned(t, 1, time.Second, jobs...)
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
	wantWhole(t, s, f, jobs)
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
	jobs := []job{{"queens/12", "naive", 2e3}}
	f := planned(t, 1, 2*time.Second, jobs...)
	s := connected(t, url)
	must(t, s.Submit(context.Background(), f, 3, func(int) {}))
	ended := make(chan int)
	for _, name := range []string{"a", "b"} {
		go func() { done, _ := work(t, url, name); ended <- done }()
	}
	time.Sleep(200 * time.Millisecond)
	for _, stream := range []string{s.queue(), s.records()} {
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
	wantWhole(t, s, f, jobs)
}

func TestAFullServerStopsTheWorkAndLosesNothing(t *testing.T) {
	server := natstest.Start(t)
	f := planned(t, 1, 100*time.Millisecond, three...)
	s := submitted(t, server.URL(), f)
	room := func(bytes int64) {
		t.Helper()
		stream, err := s.js.Stream(context.Background(), s.records())
		must(t, err)
		c := stream.CachedInfo().Config
		c.MaxBytes, c.Discard = bytes, jetstream.DiscardNew
		_, err = s.js.UpdateStream(context.Background(), c)
		must(t, err)
	}
	stream, err := s.js.Stream(context.Background(), s.records())
	must(t, err)
	used := int64(stream.CachedInfo().State.Bytes)
	for _, more := range []int64{1, 400, 900} { // no line, the first line, a result
		room(used + more)
		if _, err := workUntil(context.Background(), t, server.URL(), "a", func(string) {}); err == nil ||
			!strings.Contains(err.Error(), "maximum bytes exceeded") {
			t.Errorf("%d bytes left: got %v, want an error", more, err)
		}
	}
	room(-1)
	work(t, server.URL(), "b")
	wantWhole(t, s, f, three)
}

func TestLargeProblemsAndPacksArrive(t *testing.T) {
	server := natstest.Start(t)
	jobs := []job{{"queens/11", "dlx_index", 1e4}, {"queens/4", "naive", 0}}
	f := planned(t, 5, time.Second, jobs...)
	s := connected(t, server.URL())
	s.mostBytes = 600 // the trunk and its parts
	must(t, s.Submit(context.Background(), f, 1, func(int) {}))
	store, err := s.js.ObjectStore(context.Background(), s.large())
	must(t, err)
	objects, err := store.List(context.Background())
	must(t, err)
	if len(objects) < 2 || len(objects) > f.Tasks() {
		t.Errorf("got %d objects, want the problem and the pack of the trunk, and few others", len(objects))
	}
	if done, _ := work(t, server.URL(), "a"); done != f.Tasks() {
		t.Errorf("did %d tasks, want %d", done, f.Tasks())
	}
	wantWhole(t, s, f, jobs)
	other := planned(t, 1, time.Second, three...)
	if err := s.Collect(context.Background(), other, func(string) {}); err == nil || !strings.Contains(err.Error(), "another one") {
		t.Errorf("the folder of another plan: got %v, want an error", err)
	}
}

func TestAServerThatCannotHelpIsNamed(t *testing.T) {
	server := natstest.Start(t)
	for _, name := range []string{"", "a.b", "a b", "*", strings.Repeat("x", 65)} {
		if _, err := Connect(Options{URL: server.URL()}, name); err == nil || !strings.Contains(err.Error(), "no name of a plan") {
			t.Errorf("a plan %q: got %v, want an error", name, err)
		}
	}
	if _, err := Connect(Options{URL: "nats://me:secret@127.0.0.1:1"}, "jobs"); err == nil || strings.Contains(err.Error(), "secret") ||
		!strings.Contains(err.Error(), "nats-server -js") {
		t.Errorf("no server: got %v, want an error without the password", err)
	}
	s := connected(t, server.URL())
	if _, err := s.Head(context.Background()); err == nil || !strings.Contains(err.Error(), "no plan jobs") {
		t.Errorf("no plan: got %v, want an error", err)
	}
}
