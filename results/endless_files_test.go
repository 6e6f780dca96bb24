package results

import (
	"errors"
	"os"
	"testing"
	"xcbench/internal/bounded"
)

// Whole lines can be found only from the end of a file.
func TestOnlyRegularFilesHaveWholeLines(t *testing.T) {
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, _, err := WholeLines(f); !errors.As(err, new(*bounded.Error)) {
		t.Errorf("got %v of a device, want an error", err)
	}
}
