package child_test

import (
	"os"
	"runtime"
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

// A processor that has taken pages away tells the others only after some more. Until then, the
// kernel's sum is too large, and the child inherits it.
func TestPagesThatAProcessorStillCountsAddNothingToThePeak(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil || all.Count() < 2 {
		t.Skipf("%d processors, %v", all.Count(), err)
	}
	defer unix.SchedSetaffinity(0, &all)
	var one, other unix.CPUSet
	for cpu := 0; other.Count() == 0; cpu++ {
		switch {
		case !all.IsSet(cpu):
		case one.Count() == 0:
			one.Set(cpu)
		default:
			other.Set(cpu)
		}
	}
	memory, page, end := pages(t, 64<<20), os.Getpagesize(), 0
	on := func(cpu *unix.CPUSet) {
		if err := unix.SchedSetaffinity(0, cpu); err != nil {
			t.Fatal(err)
		}
	}
	grow := func(to int) {
		for ; end < to; end += page {
			memory[end] = 1
		}
	}
	on(&one)
	grow(40 << 20)
	for range 40 {
		resetPeak(t)
		on(&other)
		unix.Madvise(memory[end-30*page:end], unix.MADV_DONTNEED) // 32 would be passed on at once
		on(&one)
		grow(end + 66*page)
		p := shell(t, `exit 0`)
		if exit := p.Wait(); exit.Peak > shellTakes {
			t.Errorf("got a peak of %d bytes, want that of a shell", exit.Peak)
		}
	}
}
