package bench

import (
	"context"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
)

// hangTest tests whether a solver hangs on a problem. It runs the solver in a worker process, which
// can be killed. In this process each search that hangs would leave a goroutine behind, and occupy
// a processor.
type hangTest struct {
	remote  *remote
	variant solvers.Variant
	bounds  Bounds
}

// hangTimes are the timeouts that are tried, one after the other. A short timeout shows a hang
// sooner. But the hang may come late in the search, and a solver that gets no processor for a while
// looks as if it hung.
var hangTimes = []time.Duration{crosscheckTime / 100, crosscheckTime / 10, crosscheckTime}

// hangs reports whether the worker had to be killed on p. A solver that stops at its timeout is
// only slow.
func (h *hangTest) hangs(ctx context.Context, p *cover.Problem) bool {
	in := corpus.FromPuzzle("try", format.NewPuzzle(p))
	found, err := h.remote.verify(ctx, task{instance: &in, variants: []solvers.Variant{h.variant}, bounds: h.bounds})
	return err == nil && found[0].Stats.Status == cover.Timeout && found[0].Fault != ""
}

// setTimeout gives a search this long, and three times as long to stop. Building the data structure
// may take another timeout, so the worker is killed after five timeouts.
func (h *hangTest) setTimeout(b Bounds, timeout time.Duration) {
	h.bounds, h.remote.isolation.Grace = b, 3*timeout
	h.bounds.Timeout = timeout
}

// shrinkHang shrinks the problem of a solver that does not stop, if it hangs in a worker process
// too.
func (r Report) shrinkHang(ctx context.Context, repro *Reproducer, o Outcome, b Bounds, worker []string) {
	repro.solvers = []string{repro.Solver}
	if worker == nil {
		repro.note = "not shrunk: there is no worker process to try it in"
		return
	}
	shrinkCtx, cancel := context.WithTimeout(ctx, shrinkTime)
	defer cancel()
	h := hangTest{remote: newRemote(Isolation{Command: worker}), variant: o.Variant}
	defer h.remote.close()
	for _, timeout := range hangTimes {
		h.setTimeout(crosscheckBounds(b, r.mostNodes(o)), timeout)
		if !h.hangs(shrinkCtx, r.Problem) {
			continue
		}
		small := shrink(shrinkCtx, r.Problem, func(p *cover.Problem) bool { return h.hangs(shrinkCtx, p) })
		if small.Options() == r.Problem.Options() && small.Items() == r.Problem.Items() {
			continue
		}
		h.setTimeout(b, crosscheckTime) // once more, with the limits of the replay command
		if !h.hangs(ctx, small) {
			continue
		}
		if repro.problem = small; shrinkCtx.Err() != nil {
			repro.note = notMinimal()
		}
		return
	}
	repro.note = "not shrunk: no smaller problem hangs in a worker process"
}
