package environment_test

import (
	"os"
	"testing"

	"xcbench/internal/environment"
)

func TestAMachineIsBusyIfOthersTakeHalfOfIt(t *testing.T) {
	for _, c := range []struct {
		averages   string
		cores, own int
		want       string
	}{
		{"10.31 9.00 8.00", 2, 0, "load 10.31 on 2 cores"}, {"1.00 0 0", 2, 0, "load 1.00 on 2 cores"}, {"0.99 0 0", 2, 0, ""},
		{"1.50 0 0", 2, 1, ""}, {"2.00 0 0", 2, 1, "load 2.00 on 2 cores"}, {"0.60 0 0", 1, 0, "load 0.60 on 1 core"},
		{"20.0 0 0", 64, 0, ""}, {"", 2, 0, ""}, {"none", 2, 0, ""},
	} {
		if got := environment.Busy(c.averages, c.cores, c.own); got != c.want {
			t.Errorf("%q, %d cores, %d of its own: got %q, want %q", c.averages, c.cores, c.own, got, c.want)
		}
	}
}

// A container has a host name of its own, so the name may be given.
func TestTheNameOfAMachineMayBeGiven(t *testing.T) {
	system, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	for given, want := range map[string]string{"": system, " ": system, " lab7 ": "lab7"} {
		t.Setenv("XCBENCH_HOST", given)
		if got := environment.Host(); got != want {
			t.Errorf("XCBENCH_HOST=%q: got %q, want %q", given, got, want)
		}
	}
}
