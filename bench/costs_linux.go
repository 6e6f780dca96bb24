package bench

import (
	"encoding/binary"
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// thread returns the id of the calling thread.
func thread() int { return unix.Gettid() }

// threadTime returns the processor time that the calling thread has used so far, or 0 if it is unknown.
func threadTime() time.Duration {
	var t unix.Timespec
	unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t)
	return time.Duration(t.Nano())
}

// resetPeak resets the peak of the process's resident memory to what is resident now (proc(5),
// clear_refs). It reports whether it could.
func resetPeak() bool { return os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) == nil }

// counter counts the instructions that the opening thread retires in user mode
// (perf_event_open(2)). A nil counter always reads 0.
type counter struct{ fd int }

func openInstructions() *counter {
	attr := unix.PerfEventAttr{
		Type:   unix.PERF_TYPE_HARDWARE,
		Config: unix.PERF_COUNT_HW_INSTRUCTIONS,
		Bits:   unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}
	attr.Size = uint32(unsafe.Sizeof(attr))
	fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil { // most virtual machines have no such counter; others deny access
		return nil
	}
	return &counter{fd}
}

func (c *counter) read() uint64 {
	var value [8]byte
	if c == nil {
		return 0
	}
	if n, _ := unix.Read(c.fd, value[:]); n != len(value) {
		return 0
	}
	return binary.NativeEndian.Uint64(value[:])
}

func (c *counter) close() {
	if c != nil {
		unix.Close(c.fd)
	}
}
