package bench_test

import (
	"time"

	"golang.org/x/sys/unix"
)

// ownTime returns the processor time of the calling thread, by another system call than the
// measuring uses.
func ownTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_THREAD, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
