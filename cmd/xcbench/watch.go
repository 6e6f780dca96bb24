package main

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"xcbench/internal/cli"
	"xcbench/internal/english"
)

// watch shows on a terminal that a count is going on: a board with one given has more solutions than any
// search visits. The line appears when no puzzle has been answered for a while.
type watch struct {
	watched bool          // whether there is a terminal
	seen    atomic.Int64  // solutions so far, if they are visited
	ticks   time.Duration // how often to look

	mu    sync.Mutex
	line  *cli.Progress
	since time.Time // the last answer
	bound string    // on the states and their memory, or ""
	ended chan struct{}
}

// patience is how long a count goes on in silence.
const patience = 2 * time.Second

// begin starts to watch.
func (w *watch) begin(line *cli.Progress) {
	if !line.Visible() {
		return
	}
	w.watched, w.line, w.since, w.ended = true, line, time.Now(), make(chan struct{})
	ticker := time.NewTicker(max(w.ticks, cli.Refresh))
	go func() {
		defer ticker.Stop()
		for {
			select {
			case <-w.ended:
				return
			case <-ticker.C:
				w.look()
			}
		}
	}()
}

// look shows the line if it is time.
func (w *watch) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if waited := time.Since(w.since); waited > patience {
		text := "counting for " + waited.Round(time.Second).String()
		text += w.bound
		if n := w.seen.Load(); n > 0 {
			text += ", " + english.GroupedCount(n, "solution") + " so far"
		}
		w.line.Step(0, 0, fmt.Sprint(text, "; see --unique, --limit and --timeout"))
	}
}

// expect gives the forecast of a search that remembers states: see [cover.Trace].
func (w *watch) expect(states, bytes float64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bound = fmt.Sprintf(", at most %s states, %s MB at a time", english.Whole(states), english.Whole(math.Ceil(bytes/1e6)))
}

// answered hides the line, because an answer follows.
func (w *watch) answered() {
	if !w.watched {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.line.Clear()
	w.since, w.bound = time.Now(), ""
	w.seen.Store(0)
}

// end ends the watch.
func (w *watch) end() {
	if w.watched {
		w.answered()
		close(w.ended)
	}
}
