package child_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"xcbench/internal/child"
)

// parentVariable makes the test binary a parent.
const parentVariable = "XCBENCH_TEST_PARENT"

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

// The memory of descendants counts, now and in the peak.
func TestTheMemoryOfDescendantsCounts(t *testing.T) {
	var own syscall.Rusage // the kernel counts the peak of this process for the child
	syscall.Getrusage(syscall.RUSAGE_SELF, &own)
	large := 30<<20 + own.Maxrss<<10
	p := shell(t, fmt.Sprintf(`sh -c 'X=$(head -c %d /dev/zero | tr "\0" x); echo 1; read y'; true`, large))
	firstNumber(t, p)
	if got := child.Resident(p.Pid()); got < large || got > 300_000_000+large {
		t.Errorf("got %d bytes, want those of the descendant", got)
	}
	p.Stdin.Close()
	if exit := p.Wait(); exit.Peak < large || child.Resident(p.Pid()) != 0 {
		t.Errorf("got a peak of %d bytes, and %d bytes of no process", exit.Peak, child.Resident(p.Pid()))
	}
}

// What a child has used so far is known while it runs, and not after its end, when another process
// may have its id. The time in the kernel counts: a shell reads its input byte by byte.
func TestUsageSoFarIsTheOneOfTheChild(t *testing.T) {
	p := shell(t, `read x; echo; read x`)
	p.Stdin.Write([]byte(strings.Repeat(" ", 50_000) + "\n"))
	io.ReadFull(p.Stdout, make([]byte, 1))
	used, peak := p.CPU(), p.Peak()
	if used <= 0 || peak < 100<<10 || peak > 32<<20 {
		t.Errorf("got %v and a peak of %d bytes, want those of a shell that has worked", used, peak)
	}
	p.Stdin.Close()
	if exit := p.Wait(); used < exit.CPU*3/4 || exit.CPU < used {
		t.Errorf("got %v of processor time so far, and %v in the end", used, exit.CPU)
	}
	if used, peak := p.CPU(), p.Peak(); used != 0 || peak != 0 {
		t.Errorf("got %v and a peak of %d bytes after the end, want none", used, peak)
	}
}

func TestAPeakIsUnknownIfNobodyLooks(t *testing.T) {
	p := start(t, child.Command{Args: []string{"sleep", "0.05"}, Unmetered: true})
	if exit := p.Wait(); exit.Peak != 0 {
		t.Errorf("got a peak of %d bytes, want none", exit.Peak)
	}
}

// shellTakes is more memory than a shell takes, and less than this process has in the tests.
const shellTakes = 16 << 20

// The kernel adds the memory that this process has when the child starts, not some time before.
func TestAParentThatGrowsAddsNothingToThePeak(t *testing.T) {
	const before, most = 32 << 20, 128 << 20
	for range 8 {
		// Memory without any page, so that they are added one by one. The peak is no higher than it.
		memory, err := unix.Mmap(-1, 0, most, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
		if err != nil {
			t.Fatal(err)
		}
		unix.Madvise(memory, unix.MADV_NOHUGEPAGE)
		if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
			t.Skip(err)
		}
		grows, ended := make(chan bool), make(chan bool)
		var started atomic.Bool
		go func() {
			defer close(ended)
			for k := 0; k < most && !started.Load(); k += os.Getpagesize() {
				memory[k] = 1
				if k == before {
					close(grows)
				}
			}
		}()
		<-grows
		p := shell(t, `sleep 0.01`)
		started.Store(true)
		<-ended
		if exit := p.Wait(); exit.Peak > shellTakes {
			t.Errorf("got a peak of %d bytes, want that of a shell", exit.Peak)
		}
		unix.Munmap(memory)
	}
}
