package bench

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// CanBoundMemory says whether [Isolation.Memory] is enforced on this system.
const CanBoundMemory = true

var pageSize = int64(os.Getpagesize())

// resident returns the resident memory of a process in bytes (proc(5), statm), or 0 if it has ended.
func resident(pid int) int64 {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	var size, pages int64
	fmt.Sscan(string(text), &size, &pages)
	return pages * pageSize
}

// workerAttributes keeps a worker out of the terminal's process group. Ctrl-C then reaches the run
// alone, which ends the worker itself and does not record a crash. If the run is killed, the kernel
// kills the worker, even in a search that does not stop.
func workerAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
