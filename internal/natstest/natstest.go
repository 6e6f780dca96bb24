// Package natstest runs NATS servers inside a test. It is for tests only: the program does not link
// the server, and a test of the command holds that.
//
// Start reading at [Start].
package natstest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// A Server is a server with JetStream that stores its files in a folder.
type Server struct {
	t       testing.TB
	options server.Options
	running *server.Server
}

// Start starts a server at a free port of this machine. It ends with the test.
func Start(t testing.TB, change ...func(*server.Options)) *Server {
	t.Helper()
	s := &Server{t: t, options: server.Options{Host: "127.0.0.1", Port: FreePort(t), NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: t.TempDir(), MaxPayload: 1 << 20}}
	for _, c := range change {
		c(&s.options)
	}
	s.Restart()
	t.Cleanup(s.Stop)
	return s
}

// URL returns where the server listens, now and after each restart.
func (s *Server) URL() string { return fmt.Sprintf("nats://127.0.0.1:%d", s.options.Port) }

// Stop stops the server. Its files stay.
func (s *Server) Stop() {
	if s.running != nil {
		s.running.Shutdown()
		s.running.WaitForShutdown()
		s.running = nil
	}
}

// Restart starts the server again, with its files. A child that was just forked holds the old socket
// until it runs its program, so the port may be in use for a moment.
func (s *Server) Restart() {
	s.t.Helper()
	s.Stop()
	for range 200 {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", s.options.Port))
		if err == nil {
			l.Close()
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	options := s.options
	running, err := server.NewServer(&options)
	if err != nil {
		s.t.Fatal(err)
	}
	running.Start()
	if !running.ReadyForConnections(20 * time.Second) {
		s.t.Fatal("the NATS server does not start")
	}
	s.running = running
}

// Edit replaces a text in the last message of a subject that has it.
func (s *Server) Edit(subject, from, to string) {
	s.t.Helper()
	s.change(subject, from, func(js nats.JetStreamContext, m *nats.RawStreamMsg, _ string) error {
		_, err := js.Publish(subject, bytes.Replace(m.Data, []byte(from), []byte(to), 1))
		return err
	})
}

// Delete deletes the last message of a subject that has a text.
func (s *Server) Delete(subject, text string) {
	s.t.Helper()
	s.change(subject, text, func(js nats.JetStreamContext, m *nats.RawStreamMsg, stream string) error {
		return js.DeleteMsg(stream, m.Sequence)
	})
}

// change calls do with the last message of a subject that has a text.
func (s *Server) change(subject, text string, do func(nats.JetStreamContext, *nats.RawStreamMsg, string) error) {
	s.t.Helper()
	conn, err := nats.Connect(s.URL())
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close()
	js, err := conn.JetStream()
	if err != nil {
		s.t.Fatal(err)
	}
	stream, err := js.StreamNameBySubject(subject)
	if err != nil {
		s.t.Fatal(err)
	}
	info, err := js.StreamInfo(stream)
	if err != nil {
		s.t.Fatal(err)
	}
	for k := info.State.LastSeq; k > 0; k-- {
		if m, err := js.GetMsg(stream, k); err == nil && m.Subject == subject && bytes.Contains(m.Data, []byte(text)) {
			if err := do(js, m, stream); err != nil {
				s.t.Fatal(err)
			}
			return
		}
	}
	s.t.Fatalf("%s: got no message with %s, want one", subject, text)
}

// Cluster starts a cluster of servers, and waits until it has a leader.
func Cluster(t testing.TB, size int) []*Server {
	t.Helper()
	var routes string
	ports := make([]int, size)
	for k := range ports {
		ports[k] = FreePort(t)
		routes += fmt.Sprintf("nats://127.0.0.1:%d,", ports[k])
	}
	all := make([]*Server, size)
	for k := range all {
		all[k] = &Server{t: t, options: server.Options{ServerName: fmt.Sprint("server", k), Host: "127.0.0.1", Port: FreePort(t),
			NoLog: true, NoSigs: true, JetStream: true, StoreDir: t.TempDir(),
			Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: ports[k]},
			Routes:  server.RoutesFromStr(routes[:len(routes)-1])}}
		running, err := server.NewServer(&all[k].options)
		if err != nil {
			t.Fatal(err)
		}
		running.Start()
		all[k].running = running
		t.Cleanup(all[k].Stop)
	}
	for end := time.Now().Add(time.Minute); Leader(all) == nil; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the cluster elects no leader")
		}
	}
	return all
}

// Leader returns the server that leads the cluster, or nil.
func Leader(all []*Server) *Server {
	for _, s := range all {
		if s.running != nil && s.running.JetStreamIsLeader() {
			return s
		}
	}
	return nil
}

// LeaderOf returns the server that leads a stream, or nil.
func LeaderOf(all []*Server, stream string) *Server {
	for _, s := range all {
		if s.running != nil && s.running.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, stream) {
			return s
		}
	}
	return nil
}

// FreePort returns a port that nobody listens at. It is below those that systems give to connections
// that go out: while a server restarts, such a connection could take its port.
func FreePort(t testing.TB) int {
	t.Helper()
	for range 100 {
		port := 10000 + rand.IntN(20000)
		if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("found no free port")
	return 0
}
