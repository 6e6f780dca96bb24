package bench

import (
	"context"
	"slices"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// Verifier does what [Verify] does, in a worker process. A solver that crashes in any way, or that
// does not stop, has its fault in the report, and the others are verified without it. The checks are
// made in the worker too: to send every solution to this process would take longer than many
// searches. A fault may have damaged the memory of its worker, so the next instance gets a new one.
type Verifier struct{ remote *remote }

// NewVerifier returns a verifier, given the command that starts a worker process (see [Work]).
func NewVerifier(command []string) *Verifier {
	return &Verifier{newRemote(Isolation{Command: command, Grace: hangGrace})}
}

// Close ends the worker process.
func (v *Verifier) Close() { v.remote.close() }

// Verify verifies the variants on an instance. The statistics in the report have no levels.
func (v *Verifier) Verify(
	ctx context.Context, in corpus.Instance, variants []solvers.Variant, b Bounds,
) (Report, error) {
	report, err := v.verify(ctx, in, variants, b, oracles{Rerun: true, Models: true})
	if len(report.Faulty()) > 0 {
		v.remote.close()
	}
	return report, err
}

func (v *Verifier) verify(
	ctx context.Context, in corpus.Instance, variants []solvers.Variant, b Bounds, with oracles,
) (Report, error) {
	report := Report{instance: in}
	t := task{instance: &in, variants: variants, bounds: b, oracles: with}
	verdicts, err := v.remote.verify(ctx, t)
	killed := func(d verdict) bool { return d.Stats.Status == results.Killed }
	if slices.ContainsFunc(verdicts, killed) { // not by us, and perhaps not again
		verdicts, err = v.remote.verify(ctx, t)
	}
	for k, d := range verdicts {
		o := Outcome{Variant: variants[k], Stats: d.Stats, Fault: d.Fault, Confirmed: d.Confirmed, ended: d.Ended}
		o.hung = d.Stats.Status == cover.Timeout && d.Fault != "" // only a killed search has both
		report.Outcomes = append(report.Outcomes, o)
	}
	return report, err
}
