package results_test

import (
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"xcbench/cover"
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

// A disk that fills up in the middle of a row does not harm the rows before it.
func TestFailedWriteLeavesNoPartOfItsRow(t *testing.T) {
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	d, dir := begin(t)
	must(t, d.Row(sample("1", "a", cover.Solved)))
	before := get(t, dir, results.RowsFile)
	var old syscall.Rlimit
	must(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old))
	for _, room := range []int{0, 1, 50} {
		must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(len(before) + room), Max: old.Max}))
		err := d.Row(sample("1", "b", cover.Timeout))
		must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old))
		if left := get(t, dir, results.RowsFile); err == nil || left != before {
			t.Errorf("a row with room for %d bytes: got %v and %d bytes, want an error and %d", room, err, len(left), len(before))
		}
	}
	must(t, d.Row(sample("1", "b", cover.Solved)))
	must(t, d.Close())
	if rows, _, err := results.ReadDir(dir); err != nil || len(rows) != 2 {
		t.Errorf("got %v, %v, want both rows", rows, err)
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
	if run := read(t, "", results.Filter{}, path)[0]; run.Rows.Len() != 1 {
		t.Errorf("got %d rows of a pipe, want 1", run.Rows.Len())
	}
}
