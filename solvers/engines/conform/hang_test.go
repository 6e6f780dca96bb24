package conform

import (
	"context"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
)

// An engine that does not answer ends no test run: each search has its time.
func TestAnEngineThatDoesNotAnswerFails(t *testing.T) {
	e := newExaminee(t.Context(), child.Command{Args: []string{"sh", "-c", `printf 'xcb 1\ntakes secondary\nready\n'; cat >/dev/null`}})
	defer e.engine.Close()
	if err := e.greets(); err != nil {
		t.Fatal(err)
	}
	e.caseTime = 20 * time.Millisecond
	_, counted := e.count(endless(), cover.Limits{})
	_, shown := e.show(endless())
	for _, err := range []error{counted, shown} {
		if err == nil || err.Error() != "no answer within 20ms" {
			t.Errorf("got %v, want no answer within 20ms", err)
		}
	}
}

// The end of the context is the end of the tries, too.
func TestNoTryFollowsTheEndOfTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	err := newExaminee(ctx, child.Command{}).retry(func() error { calls++; cancel(); return errKilled })
	if calls != 1 || err != errKilled {
		t.Errorf("got %d calls, %v, want one", calls, err)
	}
}
