package child

import (
	"io"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// eagerness is how long an eager reader looks for input before it sleeps. Waking a sleeping process
// takes 5 to 50 µs, the more the deeper its processor sleeps.
const eagerness = 50 * time.Microsecond

// Eager returns a reader for the two ends of a dialogue. It looks for input for a moment before it
// sleeps. A reader that is no file is returned as it is.
func Eager(r io.Reader) io.Reader {
	file, ok := r.(syscall.Conn)
	if !ok || runtime.NumCPU() < 2 {
		return r
	}
	conn, err := file.SyscallConn()
	if err != nil {
		return r
	}
	return &eager{Reader: r, conn: conn}
}

type eager struct {
	io.Reader
	conn syscall.RawConn
	poll [1]unix.PollFd
}

// Read implements [io.Reader].
func (e *eager) Read(b []byte) (int, error) {
	e.conn.Control(e.await)
	return e.Reader.Read(b)
}

// await returns when there is input, or an end of it, or after a moment.
func (e *eager) await(fd uintptr) {
	e.poll[0] = unix.PollFd{Fd: int32(fd), Events: unix.POLLIN}
	for began := time.Now(); time.Since(began) < eagerness; {
		if n, err := unix.Poll(e.poll[:], 0); n != 0 || err != nil {
			return
		}
	}
}
