package main

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/internal/natstest"
)

// A server is killed at random moments, and the workers are asked to stop. After that, the work goes
// on to its end, and every task has its result.
func TestAServerThatIsKilledLosesNothing(t *testing.T) {
	if os.Getenv("XCBENCH_LONG") == "" {
		t.Skip("kills a server 300 times; set XCBENCH_LONG")
	}
	program := filepath.Join(t.TempDir(), "nats-server")
	if out, err := exec.Command("go", "build", "-o", program, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	run := filepath.Join(t.TempDir(), "run")
	searches := []string{"queens/10", "langford/8", "--solver", "dlx_index,bitset,naive"}
	ours(t, slices.Concat([]string{"run", "--samples", "1", "--min-time", "0", "--dir", run}, searches)...)
	want := counters(t, run)
	dice := rand.New(rand.NewPCG(1, 2))
	plans, kills, stops := 0, 0, 0
	for ; plans < 30 || kills < 300; plans++ {
		s := &serverProcess{t: t, program: program, store: t.TempDir(), port: fmt.Sprint(natstest.FreePort(t))}
		s.start()
		dir, joined := filepath.Join(t.TempDir(), "jobs"), filepath.Join(t.TempDir(), "joined")
		ours(t, slices.Concat([]string{"fleet", "plan", dir, "--divide", "--task-nodes", "100", "--lease", "2s"}, searches)...)
		ours(t, "fleet", "submit", dir, "--nats", s.url())
		work, _ := natsWorkers(t, dir, s.url(), "3")
		for range 16 {
			time.Sleep(time.Duration(dice.IntN(300)) * time.Millisecond)
			if dice.IntN(4) > 0 {
				s.kill()
				s.start()
				kills++
				continue
			}
			work.Process.Signal(syscall.SIGTERM)
			work.Wait()
			work, _ = natsWorkers(t, dir, s.url(), "3")
			stops++
		}
		work.Wait()
		ours(t, "fleet", "work", dir, "--nats", s.url(), "--workers", "3")
		ours(t, "fleet", "join", dir, "--nats", s.url(), "--dir", joined)
		if got := counters(t, joined); !slices.Equal(got, want) {
			t.Errorf("plan %d: got\n%s\nwant\n%s", plans+1, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		s.kill()
	}
	t.Logf("%d plans, %d kills of the server, %d stops of the workers", plans, kills, stops)
}

// serverProcess is a NATS server in a process of its own.
type serverProcess struct {
	t                    *testing.T
	program, store, port string
	running              *exec.Cmd
}

func (s *serverProcess) url() string { return "nats://127.0.0.1:" + s.port }

// start starts the server with what it has stored, and waits until it listens.
func (s *serverProcess) start() {
	s.t.Helper()
	s.running = exec.Command(s.program, "-js", "-sd", s.store, "-a", "127.0.0.1", "-p", s.port)
	must(s.running.Start())
	s.t.Cleanup(s.kill)
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if conn, err := net.Dial("tcp", "127.0.0.1:"+s.port); err == nil {
			conn.Close()
			return
		}
		if time.Now().After(end) {
			s.t.Fatal("the server does not listen")
		}
	}
}

func (s *serverProcess) kill() {
	s.running.Process.Kill()
	s.running.Wait()
}
