package child_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"xcbench/internal/child"
)

// parentVariable makes the test binary a parent.
const parentVariable = "XCBENCH_TEST_PARENT"

// deaf ignores all signals that a process can ignore.
const deaf = `trap '' HUP INT QUIT ILL FPE USR1 USR2 TERM; `

func TestMain(m *testing.M) {
	if os.Getenv(parentVariable) == "" {
		os.Exit(m.Run())
	}
	p, err := child.Start(child.Command{Args: []string{"sh", "-c", deaf + `echo $$; exec sleep 1000`}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	io.Copy(os.Stdout, p.Stdout)
}

func TestAChildDiesWithItsParent(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(self)
	parent.Env = append(os.Environ(), parentVariable+"=1")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	pid := 0
	_, err = fmt.Fscan(out, &pid)
	parent.Process.Kill()
	parent.Wait()
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Kill(pid, syscall.SIGKILL)
	gone(t, pid)
}

// Go ends threads that were locked by goroutines that returned. The kernel kills a child when the
// thread that started it ends, even if this process goes on.
func TestAChildOutlivesTheThreadsOfItsParent(t *testing.T) {
	before := runtime.NumGoroutine()
	var all []*child.Process
	for range 4 {
		started := make(chan error)
		go func() {
			runtime.LockOSThread() // and the thread ends with this goroutine
			p, err := child.Start(child.Command{Args: []string{"sleep", "600"}})
			all = append(all, p)
			started <- err
		}()
		if err := <-started; err != nil {
			t.Fatal(err)
		}
	}
	// As many locked goroutines at a time take all threads that wait for work, and end them.
	for range 3 {
		var locked, ready sync.WaitGroup
		leave := make(chan struct{})
		for range 100 {
			ready.Add(1)
			locked.Go(func() {
				runtime.LockOSThread()
				ready.Done()
				<-leave
			})
		}
		ready.Wait()
		close(leave)
		locked.Wait()
	}
	time.Sleep(50 * time.Millisecond) // a thread ends after its goroutine
	for k, p := range all {
		select {
		case <-p.Done():
			t.Errorf("child %d: got %+v, want a child that runs", k, p.Wait())
		default:
		}
		p.Kill()
		p.Wait()
		p.Stdout.Close()
	}
	for runtime.NumGoroutine() > before {
		time.Sleep(5 * time.Millisecond)
	}
}

// An engine of a worker leads a group of its own, and its processes may have lost their parent.
func TestKillEndsTheGroupsOfDescendants(t *testing.T) {
	p := shell(t, deaf+`setsid sh -c 'sleep 1000 & sh -c "sleep 1001 & echo \$!"; wait' & wait`)
	orphan := firstNumber(t, p)
	p.Kill()
	p.Wait()
	gone(t, orphan)
}

func TestTheMemoryOfDescendantsCounts(t *testing.T) {
	p := shell(t, `sh -c 'X=$(head -c 30000000 /dev/zero | tr "\0" x); echo 1; read y'; true`)
	firstNumber(t, p)
	if got := child.Resident(p.Pid()); got < 30_000_000 || got > 300_000_000 {
		t.Errorf("got %d bytes, want those of the descendant", got)
	}
	p.Kill()
	p.Wait()
	if got := child.Resident(p.Pid()); got != 0 {
		t.Errorf("got %d bytes of no process, want 0", got)
	}
}
