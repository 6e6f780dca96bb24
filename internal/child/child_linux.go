package child

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
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
	parent int64 // the largest peak of the parent that ru_maxrss can have; 0 if unknown
	read   atomic.Int64
}

// countError returns how much larger than in /proc a peak may be in ru_maxrss, in bytes.
var countError = sync.OnceValue(func() int64 {
	machine, _ := filepath.Glob("/sys/devices/system/cpu/cpu[0-9]*")
	return errorOf(runtime.NumCPU(), len(machine))
})

// errorOf returns the error of a count with so many processors in use and on the machine. The kernel
// has three counters of resident pages. Each processor collects up to a batch of changes before it
// passes them on (lib/percpu_counter.c). /proc counts those too, since Linux 6.16.
func errorOf(processors, machine int) int64 {
	return int64(3 * processors * max(32, 2*max(processors, machine)) * os.Getpagesize())
}

// watch begins when the child has started. It reads the peak of this process, the parent: a peak only
// grows, so the one that the kernel took was at most as large, apart from the error of the kernel's count.
// Then it reads the peak of the child from time to time until it has ended.
func (m *peakMeter) watch(pid int, ended <-chan struct{}) {
	if peak := PeakOf("self"); peak > 0 {
		m.parent = peak + countError()
	}
	name := strconv.Itoa(pid)
	go func() {
		const longest = 20 * time.Millisecond
		for wait := time.Millisecond; ; wait = min(2*wait, longest) {
			if peak := PeakOf(name); peak > 0 {
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

// PeakOf returns the peak of the resident memory of a process, "self" for this one, in bytes, or 0 if it is
// unknown (proc(5), status).
func PeakOf(pid string) int64 {
	text, _ := os.ReadFile("/proc/" + pid + "/status")
	for line := range bytes.Lines(text) {
		if value, ok := bytes.CutPrefix(line, []byte("VmHWM:")); ok {
			kB, _ := strconv.ParseInt(string(bytes.TrimSuffix(bytes.TrimSpace(value), []byte(" kB"))), 10, 64)
			return kB << 10
		}
	}
	return 0
}

// cpuOf returns the processor time of a process, or 0.
func cpuOf(pid int) time.Duration {
	var t unix.Timespec
	// The clock of a process is named by its id: see CPUCLOCK_SCHED in the kernel's posix-timers_types.h.
	if unix.ClockGettime(int32(^pid<<3|2), &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
