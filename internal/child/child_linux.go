package child

import (
	"bytes"
	"os"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// attributes gives the child a process group of its own, so that Ctrl-C does not reach it. If this
// process is killed, the kernel kills the child.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// reap waits for the end of the child. It kills the group before the kernel can give the id of the
// child to another process.
func (p *Process) reap() Exit {
	for unix.Waitid(unix.P_PID, p.Pid(), nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
	wall := time.Since(p.began)
	killGroup(p.cmd.Process)
	return p.exitOf(p.cmd.Wait(), wall)
}

// boundFiles makes the kernel kill a process that writes a larger file. Before the bound holds, the
// process runs for some microseconds.
func boundFiles(pid int, most uint64) {
	unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: most, Max: most}, nil)
}

// peakMeter finds the peak of the resident memory of a child. The kernel adds the peak of the
// parent at the start to ru_maxrss of the child (exec_mmap in fs/exec.c). So ru_maxrss is right
// only if it is larger. Otherwise, the peak is the last that was read while the child ran.
type peakMeter struct {
	parent int64
	read   atomic.Int64
}

func (m *peakMeter) begin() { m.parent = peakOf("self") }

// watch reads the peak from time to time until the child has ended.
func (m *peakMeter) watch(pid int, ended <-chan struct{}) {
	name := strconv.Itoa(pid)
	go func() {
		const longest = 20 * time.Millisecond
		for wait := time.Millisecond; ; wait = min(2*wait, longest) {
			if peak := peakOf(name); peak > 0 {
				m.read.Store(peak)
			}
			select {
			case <-ended:
				return
			case <-time.After(wait):
			}
		}
	}()
}

func (m *peakMeter) end(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if ok && m.parent > 0 && int64(usage.Maxrss)<<10 > m.parent {
		return int64(usage.Maxrss) << 10
	}
	return m.read.Load()
}

// peakOf returns the peak of the resident memory of a process in bytes (proc(5), status), or 0.
func peakOf(pid string) int64 {
	text, _ := os.ReadFile("/proc/" + pid + "/status")
	for line := range bytes.Lines(text) {
		if value, ok := bytes.CutPrefix(line, []byte("VmHWM:")); ok {
			kB, _ := strconv.ParseInt(string(bytes.TrimSuffix(bytes.TrimSpace(value), []byte(" kB"))), 10, 64)
			return kB << 10
		}
	}
	return 0
}
