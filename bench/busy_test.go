package bench_test

import (
	"testing"

	"xcbench/bench"
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
		if got := bench.Busy(c.averages, c.cores, c.own); got != c.want {
			t.Errorf("%q, %d cores, %d of its own: got %q, want %q", c.averages, c.cores, c.own, got, c.want)
		}
	}
}
