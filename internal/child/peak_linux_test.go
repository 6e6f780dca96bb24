package child_test

import (
	"os"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"xcbench/internal/child"
)

func TestAPeakIsUnknownIfNobodyLooks(t *testing.T) {
	p, err := child.Start(child.Command{Args: []string{"sleep", "0.05"}, Unmetered: true})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Stdout.Close()
	if exit := p.Wait(); exit.Peak != 0 {
		t.Errorf("got a peak of %d bytes, want none", exit.Peak)
	}
}

// shellTakes is more memory than a shell takes, and less than this process has in the tests.
const shellTakes = 16 << 20

// pages returns memory without any page, so that a test can add them one by one. This process has no
// higher peak than its present memory afterwards.
func pages(t *testing.T, size int) []byte {
	t.Helper()
	memory, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(memory) })
	unix.Madvise(memory, unix.MADV_NOHUGEPAGE)
	resetPeak(t)
	return memory
}

func resetPeak(t *testing.T) {
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		t.Skip(err)
	}
}

// The kernel adds the memory that this process has when the child starts, not some time before.
func TestAParentThatGrowsAddsNothingToThePeak(t *testing.T) {
	const before, most = 32 << 20, 128 << 20
	for range 8 {
		memory := pages(t, most)
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
		unix.Madvise(memory, unix.MADV_DONTNEED)
	}
}
