package bench

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// parentVariable is set in the environment of a process that the tests kill. The process starts a
// worker with the command in the variable, and prints its number.
const parentVariable = "XCBENCH_TEST_PARENT"

func beParent() {
	p, err := startProcess(strings.Fields(os.Getenv(parentVariable)))
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(p.cmd.Process.Pid)
	select {}
}

// runs reports whether a process runs. A process that has ended may wait for somebody to ask how.
func runs(pid string) bool {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	return !strings.HasPrefix(rest, "Z") && !strings.HasPrefix(rest, "X")
}

// isSleep reports whether a process has become the command sleep.
func isSleep(pid string) bool {
	text, _ := os.ReadFile("/proc/" + pid + "/cmdline")
	return strings.HasPrefix(string(text), "sleep")
}

// The worker of this test neither reads its input nor heeds signals, as in a search that leaves no
// time for them. Only SIGKILL ends it.
func TestNoWorkerOutlivesAKilledParent(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere only the closed pipe ends a worker")
	}
	var took time.Duration
	const times = 5
	script := filepath.Join(t.TempDir(), "deaf")
	if err := os.WriteFile(script, []byte("trap '' HUP INT FPE USR1 USR2 TERM; exec sleep 600\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range times {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), parentVariable+"=sh "+script)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		pid := strings.TrimSpace(line)
		if err != nil || !runs(pid) {
			t.Fatalf("got worker %q, %v, want the number of a process", line, err)
		}
		for !isSleep(pid) && runs(pid) {
			time.Sleep(100 * time.Microsecond)
		}
		began := time.Now()
		cmd.Process.Kill()
		for runs(pid) {
			if time.Sleep(100 * time.Microsecond); time.Since(began) > time.Minute {
				exec.Command("kill", "-KILL", pid).Run()
				t.Fatal("got a worker a minute after its parent was killed, want none")
			}
		}
		took += time.Since(began)
		cmd.Wait()
	}
	t.Logf("a worker ended %v after its parent, on average", took/times)
}

// Go ends threads that were locked by goroutines that returned. The kernel kills a worker when the
// thread that started it ends, even if the run goes on.
func TestAWorkerOutlivesTheThreadsOfItsParent(t *testing.T) {
	var workers []*process
	for range 4 {
		started := make(chan error)
		go func() {
			runtime.LockOSThread() // and the thread ends with this goroutine
			p, err := startProcess([]string{"sleep", "600"})
			workers = append(workers, p)
			started <- err
		}()
		if err := <-started; err != nil {
			t.Fatal(err)
		}
	}
	// As many locked goroutines at a time take all threads that wait for work, and end them.
	for range 3 {
		var all, ready sync.WaitGroup
		leave := make(chan struct{})
		for range 100 {
			all.Add(1)
			ready.Add(1)
			go func() {
				defer all.Done()
				runtime.LockOSThread()
				ready.Done()
				<-leave
			}()
		}
		ready.Wait()
		close(leave)
		all.Wait()
	}
	time.Sleep(50 * time.Millisecond) // a thread ends after its goroutine
	for k, p := range workers {
		select {
		case <-p.ended:
			t.Errorf("worker %d: got %v, want a worker that runs", k, p.death)
		default:
		}
		p.kill()
	}
}
