package corpus

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A quote begins a field that ends at the next quote, and so may take the rest of the input.
func TestEndlessManifestIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	go func() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return
		}
		defer f.Close()
		_, err = io.WriteString(f, strings.Join(columns, "\t")+"\n\"")
		for block := strings.Repeat("many\n", 1<<14); err == nil; {
			_, err = io.WriteString(f, block)
		}
	}()
	for _, err := range NameFiles(path).Open(path, func(string) {}) {
		if err == nil || !strings.Contains(err.Error(), "more than 16 MiB from a pipe or device") {
			t.Errorf("got %v, want an error about its size", err)
		}
	}
}
