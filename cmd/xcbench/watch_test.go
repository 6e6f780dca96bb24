package main

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/internal/cli"
)

func TestCountThatGoesOnIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		var w watch
		said := func() string { // under the lock that the watch writes under
			w.mu.Lock()
			defer w.mu.Unlock()
			return out.String()
		}
		w.begin(cli.ProgressOn(&out))
		w.seen.Add(1234)
		time.Sleep(patience / 2)
		synctest.Wait()
		if got := said(); got != "" {
			t.Errorf("got %q at once, want nothing", got)
		}
		time.Sleep(patience)
		synctest.Wait()
		if got, want := said(), "counting for 2s, 1,234 solutions so far; see --unique, "; !strings.Contains(got, want) {
			t.Errorf("got %q, want %s", got, want)
		}
		w.expect(3e15, 2.5e12)
		time.Sleep(time.Second)
		synctest.Wait()
		if got, want := said(), "counting for 3s, at most 3e+15 states, 2,500,000 MB at a time, 1,234"; !strings.Contains(got, want) {
			t.Errorf("got %q, want %s", got, want)
		}
		w.answered()
		shown := len(said())
		time.Sleep(patience / 2)
		synctest.Wait()
		if got := said()[shown:]; got != "" {
			t.Errorf("got %q after an answer, want nothing", got)
		}
		w.end()
	})
	var none watch
	none.begin(&cli.Progress{}) // no terminal
	none.answered()
	none.end()
	if none.watched {
		t.Error("got a watch without a terminal, want none")
	}
}
