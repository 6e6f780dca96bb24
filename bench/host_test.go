package bench

import (
	"os"
	"testing"
)

// A container has a host name of its own, so the name may be given.
func TestTheNameOfAMachineMayBeGiven(t *testing.T) {
	system, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	for given, want := range map[string]string{"": system, " ": system, " lab7 ": "lab7"} {
		t.Setenv("XCBENCH_HOST", given)
		if got := Host(); got != want {
			t.Errorf("XCBENCH_HOST=%q: got %q, want %q", given, got, want)
		}
	}
}
