package bench_test

import (
	"fmt"
	"os"
	"os/exec"
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

// stopThisProcess stops the whole process for a while.
func stopThisProcess(d time.Duration) {
	text := fmt.Sprintf("sleep %v; kill -CONT %d", d.Seconds(), os.Getpid())
	if err := exec.Command("sh", "-c", text).Start(); err != nil {
		panic(err)
	}
	unix.Kill(os.Getpid(), unix.SIGSTOP)
}
