package bench

import (
	"context"
	"fmt"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
)

// hang looks for a solver that does not stop, each time in a worker process, which
// can be killed: in this one each try would leave a goroutine, and a processor,
// behind.
type hang struct {
	remote  *remote
	variant solvers.Variant
	bounds  Bounds
}

// hangTimes are what a search in a try may take. The shorter, the sooner is a hang seen;
// but it may come late in the search, and a solver that has no processor for a
// while looks as if it hung.
var hangTimes = []time.Duration{tryTime / 100, tryTime / 10, tryTime}

// shows says whether the solver does not stop on p. One that stops when its time
// is over is only slow.
func (h *hang) shows(ctx context.Context, p *cover.Problem) bool {
	in := corpus.FromPuzzle("try", format.NewPuzzle(p))
	found, err := h.remote.verify(ctx, task{instance: &in, variants: []solvers.Variant{h.variant}, bounds: h.bounds})
	return err == nil && found[0].Stats.Status == cover.Timeout && found[0].Fault != ""
}

// within gives a search so much time, and three times that to stop. With the time of
// building it is killed after five times as much.
func (h *hang) within(b Bounds, timeout time.Duration) {
	h.bounds, h.remote.isolation.Grace = b, 3*timeout
	h.bounds.Timeout = timeout
}

// shrinkHang makes the witness of a solver that does not stop smaller, if it does
// so in a worker process too.
func (r Report) shrinkHang(ctx context.Context, w *Witness, o Outcome, b Bounds, worker []string) {
	w.Solvers = []string{w.Solver}
	if worker == nil {
		w.Note = "not shrunk: there is no worker process to try it in"
		return
	}
	shrink, cancel := context.WithTimeout(ctx, shrinkTime)
	defer cancel()
	h := hang{remote: newRemote(isolation{Command: worker}), variant: o.Variant}
	defer h.remote.close()
	for _, timeout := range hangTimes {
		h.within(tryBounds(b, r.nodes(o)), timeout)
		if !h.shows(shrink, r.Problem) {
			continue
		}
		small := Shrink(shrink, r.Problem, func(p *cover.Problem) bool { return h.shows(shrink, p) })
		if small.Options() == r.Problem.Options() && small.Items() == r.Problem.Items() {
			continue
		}
		h.within(b, tryTime) // once more, with the limits of the command that replays it
		if !h.shows(ctx, small) {
			continue
		}
		if w.Problem = small; shrink.Err() != nil {
			w.Note = fmt.Sprintf("not minimal: the %v for shrinking were over", shrinkTime)
		}
		return
	}
	w.Note = "not shrunk: nothing smaller hangs in a process of its own"
}
