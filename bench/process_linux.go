package bench

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// CanBoundMemory says whether [isolation.Memory] is kept on this system.
const CanBoundMemory = true

var pageSize = int64(os.Getpagesize())

// resident is the memory that a process has in use, in bytes (proc(5), statm).
func resident(pid int) (int64, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if fields := bytes.Fields(text); err == nil && len(fields) > 1 {
		pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
		return pages * pageSize, err == nil
	}
	return 0, false
}

// apart keeps a worker out of the terminal's process group: Ctrl-C is for the run,
// which then ends the worker itself, and does not take that for a crash.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
