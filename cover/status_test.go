package cover

import "testing"

func TestOnlySolvedAndLimitedRunsAreMeasured(t *testing.T) {
	for status, want := range map[Status]bool{
		Solved: true, Limit: true, Timeout: false, Unsupported: false, "crash": false, "": false,
	} {
		if got := status.Measured(); got != want {
			t.Errorf("status %q: got %v, want %v", status, got, want)
		}
	}
}
