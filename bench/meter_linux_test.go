package bench

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"xcbench/internal/child"
	"xcbench/results"
)

// readings returns a counter that reads these values in turn, in place of one of the kernel.
func readings(t *testing.T, values ...uint64) *counter {
	t.Helper()
	var text []byte
	for _, v := range values {
		text = binary.NativeEndian.AppendUint64(text, v)
	}
	path := filepath.Join(t.TempDir(), "values")
	if err := os.WriteFile(path, append(text, "rest"...), 0o666); err != nil {
		t.Fatal(err)
	}
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &counter{fd}
}

// The first run is read alone and the others together. What the thread does between them does not
// count.
func TestInstructionsAreThoseOfTheRuns(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, c := range []struct {
		runs   int
		values []uint64
		want   float64
	}{
		{1, []uint64{100, 250, 777, 778}, 150},
		{2, []uint64{100, 250, 777, 827}, 100},
		{3, []uint64{100, 250, 777, 1377}, 250},
		{1, []uint64{5, 6}, 1},
	} {
		l := newLocal()
		l.meter.thread, l.meter.instructions = thread(), readings(t, c.values...)
		l.meter.cpu, l.meter.retired, l.meter.runs = time.Hour, 1000, 9 // of the sample before
		task := seconds(t, time.Duration(c.runs)*time.Second)
		m, err := l.sample(t.Context(), task)
		if got := m.Costs[results.Instructions]; err != nil || m.Runs != c.runs || got != c.want {
			t.Errorf("got %v instructions in %d runs, %v, want %v in %d", got, m.Runs, err, c.want, c.runs)
		}
		if got := m.Costs[results.CPUSeconds]; got > 1 {
			t.Errorf("got %v s of processor time, want none of the sample before", got)
		}
		fd := l.meter.instructions.fd
		l.close()
		if syscall.Close(fd) == nil {
			t.Error("got a counter that is open after the end")
		}
	}
	l := newLocal()
	l.meter.thread, l.meter.instructions = thread(), readings(t, 100, 250, 777, 778)
	task := seconds(t, time.Second)
	task.variants[0].Parallel = true
	m, err := l.sample(t.Context(), task)
	if got, ok := m.Costs[results.Instructions]; err != nil || ok {
		t.Errorf("a parallel solver: got %v instructions of one thread, %v, want none", got, err)
	}
	l.close()
}

// What the kernel says of this process agrees from two sources.
func TestTheMemoryOfAProcessIsRead(t *testing.T) {
	can := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) == nil
	for try := 0; ; try++ {
		if resetPeak() != can {
			t.Fatalf("got a peak that is reset: %v, want %v", !can, can)
		}
		now := child.Resident(os.Getpid())
		peak, ok := peakMemory()
		ratio := float64(peak) / float64(now)
		if ok && now > 1<<20 && ratio > 0.9 && (ratio < 1.15 || !can) {
			break
		}
		if try == 5 { // the memory changes between the two
			t.Fatalf("got %d bytes and a peak of %d, %v, want about the same", now, peak, ok)
		}
	}
	if got := child.Resident(1 << 30); got != 0 {
		t.Errorf("got %d bytes of no process, want 0", got)
	}
	task := seconds(t, time.Second)
	for minTime, want := range map[time.Duration]bool{memoryFrom - 1: false, memoryFrom: can} {
		task.minTime = minTime
		m, err := newLocal().sample(t.Context(), task)
		if _, got := m.Costs[results.PeakBytes]; err != nil || got != want {
			t.Errorf("%v: got costs %v, %v, want a peak: %v", minTime, m.Costs, err, want)
		}
	}
}
