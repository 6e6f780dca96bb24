//go:build unix

package child

import (
	"io"
	"os"
	"syscall"
)

// killGroup kills the process and all others in its group.
func killGroup(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }

// readLeft reads what is in the pipe without waiting for more.
func readLeft(pipe *os.File, b []byte) (n int, err error) {
	raw, err := pipe.SyscallConn()
	if err != nil {
		return 0, err
	}
	if err := raw.Control(func(fd uintptr) { n, _ = syscall.Read(int(fd), b) }); err != nil {
		return 0, err
	}
	if n <= 0 { // -1 is EAGAIN: a process that escaped keeps the pipe open
		return 0, io.EOF
	}
	return n, nil
}
