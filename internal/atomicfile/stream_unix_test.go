//go:build unix

package atomicfile_test

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"xcbench/internal/atomicfile"
)

func TestAStreamIntoAPipeGoesThroughIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	read := make(chan string, 1)
	go func() {
		text, _ := os.ReadFile(path)
		read <- string(text)
	}()
	err := atomicfile.Stream(path, 0o644, func(w io.Writer) error { _, err := io.WriteString(w, "text"); return err })
	info, _ := os.Lstat(path)
	if err != nil || info.Mode().Type() != os.ModeNamedPipe {
		t.Fatalf("got %v and a file of mode %v, want the pipe", err, info.Mode())
	}
	if got := <-read; got != "text" {
		t.Errorf("got %q through the pipe, want text", got)
	}
}
