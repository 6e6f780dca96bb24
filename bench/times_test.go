package bench

import (
	"testing"
	"time"
)

// The times that a user waits for. The tests have enough on a busy machine.
var userShrinkTime, userModelTime = shrinkTime, modelTime

func init() { shrinkTime, modelTime = 10*time.Minute, 10*time.Minute }

func TestShrinkingAndCountingModelsTakeSomeTimeButNotLong(t *testing.T) {
	if userShrinkTime < time.Second || userShrinkTime > time.Minute {
		t.Errorf("got %v to shrink a problem, want seconds", userShrinkTime)
	}
	if userModelTime < 50*time.Millisecond || userModelTime > time.Second {
		t.Errorf("got %v to count models, want a moment", userModelTime)
	}
}
