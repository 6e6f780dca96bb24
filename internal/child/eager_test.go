//go:build unix

package child_test

import (
	"bufio"
	"io"
	"os"
	"strings"
	"testing"

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

// asleep is a file that is read at once, although nothing has come.
type asleep struct{ *os.File }

func (asleep) Read([]byte) (int, error) { return 0, io.EOF }

// A reader that waits for long must not keep a processor busy: it leaves the waiting to the file.
func TestAnEagerReaderSleeps(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	defer r.Close()
	if _, err := child.Eager(asleep{r}).Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("got %v, want what the file says", err)
	}
}
