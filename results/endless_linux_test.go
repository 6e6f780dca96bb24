package results_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"xcbench/internal/bounded"
	"xcbench/results"
)

func TestEndlessRecordIsAnError(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("/dev/zero", filepath.Join(dir, results.RunFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := results.ReadRecord(dir); !errors.As(err, new(*bounded.Error)) {
		t.Errorf("got %v, want an error with its place", err)
	}
}
