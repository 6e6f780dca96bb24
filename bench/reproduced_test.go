package bench

import (
	"os"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/solvers"
)

// The times that a user waits for. TestMain raises the variables.
var userShrinkTime, userModelTime = shrinkTime, modelTime

func TestShrinkingAndCountingModelsTakeSomeTimeButNotLong(t *testing.T) {
	if userShrinkTime < time.Second || userShrinkTime > time.Minute {
		t.Errorf("got %v to shrink a problem, want seconds", userShrinkTime)
	}
	if userModelTime < 50*time.Millisecond || userModelTime > time.Second {
		t.Errorf("got %v to count models, want a moment", userModelTime)
	}
}

// A solver has its time from when it begins. The worker may take longer to start and to build the
// problem.
func TestAWorkerThatStartsSlowlyIsWaitedFor(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	t.Parallel()
	v := NewVerifier([]string{"/bin/sh", "-c", `sleep 0.8; exec "$0"`, os.Args[0]})
	defer v.Close()
	v.remote.isolation.Grace = 400 * time.Millisecond
	r, err := v.Verify(t.Context(), instance(t, "queens/4"), []solvers.Variant{good}, Bounds{Timeout: 100 * time.Millisecond})
	if err != nil || len(r.Faulty()) > 0 || r.Outcomes[0].Stats.Status != cover.Solved {
		t.Errorf("got %+v, %v, want it solved", r.Outcomes, err)
	}
}
