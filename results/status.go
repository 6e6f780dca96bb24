package results

import "xcbench/cover"

// A search says itself whether it solved its problem, met a limit, timed out or does not support
// the problem; package cover has these statuses. The harness that runs and checks the search adds
// these:
const (
	Memout cover.Status = "memout" // the process needed more memory than it was allowed
	Crash  cover.Status = "crash"  // the solver panicked, or its process died
	Wrong  cover.Status = "wrong"  // an independent check refuted the answer
)
