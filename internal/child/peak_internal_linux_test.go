package child

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// The accounting of the kernel counts only if it is above what the parent may have added to it.
func TestThePeakOfTheParentIsNotTheOneOfTheChild(t *testing.T) {
	c := exec.Command("true")
	if err := c.Run(); err != nil {
		t.Skip(err)
	}
	state := c.ProcessState
	usage := state.SysUsage().(*syscall.Rusage)
	counted := int64(usage.Maxrss) * 1024
	const read = 4711
	for _, c := range []struct{ parent, want int64 }{{counted - 1, counted}, {counted, read}, {counted + 1, read}, {1, counted}, {0, read}} {
		m := peakMeter{parent: c.parent}
		m.read.Store(read)
		if got := m.end(state); got != c.want {
			t.Errorf("parent of %d bytes, %d counted: got a peak of %d, want %d", c.parent, counted, got, c.want)
		}
	}
	var m peakMeter
	before, ended := PeakOf("self"), make(chan struct{})
	close(ended)
	m.watch(os.Getpid(), ended)
	if peak, after := m.parent-countError(), PeakOf("self"); before == 0 || peak < before || peak > after {
		t.Errorf("got a peak of %d bytes of this process, want %d to %d", peak, before, after)
	}
	if got := PeakOf("no such process"); got != 0 {
		t.Errorf("got a peak of %d bytes without a process", got)
	}
}

// Each of three counters may be behind by a batch on each processor, of 32 pages or two for each processor.
func TestTheErrorOfACount(t *testing.T) {
	for _, c := range []struct{ processors, machine, pages int64 }{{1, 1, 96}, {17, 17, 1734}, {2, 64, 768}, {64, 0, 24576}} {
		if got := errorOf(int(c.processors), int(c.machine)); got != c.pages*int64(os.Getpagesize()) {
			t.Errorf("%+v: got %d bytes", c, got)
		}
	}
}

// Once a child has ended, its process id may be the one of another process, such as this one.
func TestAnEndedChildIsNoOtherProcess(t *testing.T) {
	p := &Process{cmd: &exec.Cmd{Process: &os.Process{Pid: os.Getpid()}}, ended: make(chan struct{})}
	if cpu, peak := p.CPU(), p.Peak(); cpu == 0 || peak == 0 {
		t.Errorf("got %v and a peak of %d bytes of this process", cpu, peak)
	}
	close(p.ended)
	if cpu, peak := p.CPU(), p.Peak(); cpu != 0 || peak != 0 {
		t.Errorf("got %v and a peak of %d bytes after the end, want none", cpu, peak)
	}
	real, err := Start(Command{Args: []string{"true"}})
	if err != nil {
		t.Fatal(err)
	}
	defer real.Stdout.Close()
	if real.Wait(); !real.Ended() || real.peak.parent == 0 {
		t.Errorf("over %v, with a peak of %d bytes of the parent", real.Ended(), real.peak.parent)
	}
}

// openFiles returns how many files this process has open.
func openFiles(t *testing.T) int {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	return len(all)
}

// A start that fails leaves no pipe open, wherever it fails, and neither does a child that was read to its end. The
// processes of earlier tests may end just now, whose files are opened and closed meanwhile: only go test's limit ends the
// wait for a file that stays open.
func TestNoPipeIsLeftOpen(t *testing.T) {
	failed := 0
	run := func(program string) {
		p, err := Start(Command{Args: []string{program}})
		if err != nil {
			failed++
			return
		}
		p.Wait()
		p.Stdout.Close()
	}
	run("true")
	before := openFiles(t)
	var usual syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &usual); err != nil {
		t.Fatal(err)
	}
	for room := range uint64(8) { // each next file is the one that has no room
		few := usual
		few.Cur = uint64(before) + room
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
			t.Fatal(err)
		}
		run("true")
		syscall.Setrlimit(syscall.RLIMIT_NOFILE, &usual)
		run("/no/such/program")
	}
	for openFiles(t) > before {
		time.Sleep(time.Millisecond)
	}
	if failed < 9 {
		t.Errorf("%d starts failed, want some of those that had no room for a file", failed)
	}
}
