package child

import (
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// CPU returns the processor time that the child has used so far, or 0 if it is unknown. It takes
// less than a microsecond. Descendants are not included.
func (p *Process) CPU() time.Duration {
	var t unix.Timespec
	// The clock of a process is named by its id: see CPUCLOCK_SCHED in the kernel's posix-timers_types.h.
	if p.over() || unix.ClockGettime(int32(^p.Pid()<<3|2), &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// Peak returns the peak of the child's resident memory so far in bytes, or 0 if it is unknown.
func (p *Process) Peak() int64 {
	if p.over() {
		return 0
	}
	return peakOf(strconv.Itoa(p.Pid()))
}

// over reports whether the child has ended: another process may have its id now.
func (p *Process) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}
