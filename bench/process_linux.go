package bench

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// CanBoundMemory says whether [Isolation.Memory] is enforced on this system.
const CanBoundMemory = true

var pageSize = int64(os.Getpagesize())

// resident returns the resident memory of a process in bytes (proc(5), statm).
func resident(pid int) (int64, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if fields := bytes.Fields(text); err == nil && len(fields) > 1 {
		pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
		return pages * pageSize, err == nil
	}
	return 0, false
}

// workerAttributes keeps a worker out of the terminal's process group. Ctrl-C then reaches the run
// alone, which ends the worker itself and does not record a crash. If the run is killed, the kernel
// kills the worker, even in a search that does not stop.
func workerAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
