//go:build unix

package child_test

import (
	"bufio"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/internal/child"
)

// The child answers at once, then late, and then never again.
func TestAnEagerReaderReadsWhatTheReaderReads(t *testing.T) {
	p := shell(t, `read x; echo $x; read x; sleep 0.1; echo $x`)
	in := bufio.NewReader(child.Eager(p.Stdout))
	for _, want := range []string{"soon\n", "late\n"} {
		io.WriteString(p.Stdin, want)
		if got, err := in.ReadString('\n'); got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	if got, err := in.ReadString('\n'); got != "" || err != io.EOF {
		t.Errorf("got %q, %v, want the end", got, err)
	}
	if text := strings.NewReader("x"); child.Eager(text) != io.Reader(text) {
		t.Error("a reader that is no file has changed")
	}
}

// A reader that waits for long must not keep a processor busy.
func TestAnEagerReaderSleeps(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	time.AfterFunc(300*time.Millisecond, func() { w.Close() })
	before := cpu(t)
	if _, err := child.Eager(r).Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("got %v, want the end", err)
	}
	if used := cpu(t) - before; used > 100*time.Millisecond {
		t.Errorf("used %v in 300 ms, want a moment", used)
	}
}

// cpu returns the processor time of this process so far.
func cpu(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
