package results_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"xcbench/internal/bounded"
	"xcbench/results"
)

func TestEndlessRecordIsAnError(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Symlink("/dev/zero", filepath.Join(dir, results.RunFile)))
	if _, err := results.ReadRecord(dir); !errors.As(err, new(*bounded.Error)) {
		t.Errorf("got %v, want an error with its place", err)
	}
}

// A pipe is read like a file, but the files of a run are regular: only their ends show a torn line.
func TestOnlyAFileByNameMayBeAPipe(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, results.RowsFile)
	must(t, syscall.Mkfifo(path, 0o666))
	pipe, err := os.OpenFile(path, os.O_RDWR, 0) // does not wait for a reader
	must(t, err)
	_, err = results.ReadRuns([]string{dir}, nil, results.Filter{})
	pipe.Close()
	if err == nil || !strings.Contains(err.Error(), "a pipe or device, expected a regular file") {
		t.Errorf("a run directory with a pipe: got %v, want an error", err)
	}
	go func() {
		if f, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil { // waits for the reader
			f.WriteString(goodRow)
			f.Close()
		}
	}()
	if run := read(t, "", path)[0]; run.Rows.Len() != 1 {
		t.Errorf("got %d rows of a pipe, want 1", run.Rows.Len())
	}
}
