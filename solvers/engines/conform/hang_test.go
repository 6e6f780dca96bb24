package conform

import (
	"context"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/solvers/external/xcb"
)

// An engine that does not answer ends no test run: each search has its time.
func TestAnEngineThatDoesNotAnswerFails(t *testing.T) {
	e := newExaminee(t.Context(), xcb.New(child.Command{Args: []string{"sh", "-c", `printf 'xcb 1\ntakes secondary\nready\n'; cat >/dev/null`}},
		cover.Capabilities{Secondary: true}))
	defer e.engine.Close()
	if err := e.greets(); err != nil {
		t.Fatal(err)
	}
	e.caseTime = 20 * time.Millisecond
	_, counted := e.count(e.endless(), cover.Limits{})
	_, shown := e.show(e.endless())
	for _, err := range []error{counted, shown} {
		if err == nil || err.Error() != "no answer within 20ms" {
			t.Errorf("got %v, want no answer within 20ms", err)
		}
	}
}

// An engine may be late twice. The end of the context is the end of the tries, too.
func TestAnEngineHasThreeTriesToStop(t *testing.T) {
	for name, want := range map[string]int{"good": 1, "late": 3, "over": 1} {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		err := newExaminee(ctx, nil).retry(func() error {
			calls++
			if name == "over" {
				cancel()
			}
			if name == "good" || calls == 3 {
				return nil
			}
			return errKilled
		})
		if cancel(); calls != want || (err == nil) != (name != "over") {
			t.Errorf("%s: got %d calls, %v, want %d", name, calls, err, want)
		}
	}
}
