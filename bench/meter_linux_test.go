package bench

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/results"
	"xcbench/solvers"
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

// The first run is read alone and the others together. What the thread does between them, and the sample
// before, do not count. A parallel solver has threads that nothing reads.
func TestInstructionsAreThoseOfTheRuns(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, c := range []struct {
		runs     int
		parallel bool
		values   []uint64
		want     float64
	}{
		{1, false, []uint64{100, 250, 777, 778}, 150},
		{2, false, []uint64{100, 250, 777, 827}, 100},
		{3, false, []uint64{100, 250, 777, 1377}, 250},
		{1, true, []uint64{100, 250, 777, 778}, 0},
	} {
		meter := newCostMeter()
		meter.thread, meter.instructions = thread(), readings(t, c.values...)
		meter.spent, meter.runs = [2]float64{3600e9, 1000}, 9
		s := server{meter: meter, puzzle: format.NewPuzzle(new(cover.Problem))}
		f, err := s.sample(t.Context(), call{variant: solvers.Variant{Solver: aSecond{}, Parallel: c.parallel},
			MinTime: time.Duration(c.runs) * time.Second})
		if got := f.Costs[results.Instructions]; err != nil || f.Runs != c.runs || got != c.want {
			t.Errorf("got %v instructions in %d runs, %v, want %v in %d", got, f.Runs, err, c.want, c.runs)
		}
		if got, measured := f.Costs[results.CPUSeconds]; got > 1 || measured == c.parallel {
			t.Errorf("parallel %v: got %v s of processor time, want none of a parallel solver or of the sample before", c.parallel, got)
		}
		fd := meter.instructions.fd
		meter.close()
		if syscall.Close(fd) == nil {
			t.Error("got a counter that is open after the end")
		}
	}
}
