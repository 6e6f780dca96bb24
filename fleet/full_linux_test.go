package fleet_test

import (
	"os"
	"os/signal"
	"syscall"
	"testing"

	. "xcbench/internal/fleettest"
)

// A result that does not fit on the disk leaves no half line. It can be stored when there is room again.
func TestAFullDiskLeavesNoHalfLine(t *testing.T) {
	f := Plan(t, 1, minute, job("queens/4", "naive"))
	q := f.Queue(Machine("a"), "", nil)
	c, err := q.Take(t.Context())
	Must(t, err)
	before, err := os.ReadFile(path(f, 1, 1))
	Must(t, err)
	var usual syscall.Rlimit
	Must(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &usual))
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	Must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(len(before)) + 10, Max: usual.Max}))
	failed := c.Done(Answer(t, c))
	Must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &usual))
	if after, err := os.ReadFile(path(f, 1, 1)); failed == nil || err != nil || string(after) != string(before) {
		t.Errorf("got %v, %v and the file\n%s\nwant an error and\n%s", failed, err, after, before)
	}
	Must(t, c.Done(Answer(t, c)))
	Must(t, q.Close())
	Whole(t, f, job("queens/4", "naive"))
}
