package child

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuOf returns the processor time of a process, or 0.
func cpuOf(pid int) time.Duration {
	var t unix.Timespec
	// The clock of a process is named by its id: see CPUCLOCK_SCHED in the kernel's posix-timers_types.h.
	if unix.ClockGettime(int32(^pid<<3|2), &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
