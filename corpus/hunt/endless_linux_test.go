package hunt

import (
	"errors"
	"testing"

	"xcbench/internal/bounded"
)

func TestEndlessFileIsAnError(t *testing.T) {
	if _, err := Load("/dev/zero", small(t)); !errors.As(err, new(*bounded.Error)) {
		t.Errorf("got %v, want an error with its place", err)
	}
}
