package bench

import (
	"context"
	"errors"
	"fmt"
	"io"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/internal/drup"
	"xcbench/solvers/learn"
)

// proofMemory bounds the clauses that a proof is checked with, in bytes.
const proofMemory = 1 << 30

// checkProof runs a search that ended once more, if it has shown all solutions and can prove that
// there are no others. The proof is checked while it is written. checkProof refutes the outcome if the
// proof fails. The search and the check together get the time of one search; nothing is claimed if
// that is not enough.
func (s *checkedSearch) checkProof(ctx context.Context, o *Found) {
	search, ok := s.search.(learn.Prover)
	if !ok || s.counts() || o.Faulty() || o.Ended != cover.Solved || o.Set.Size > maxSeen {
		return
	}
	ctx, cancel := s.Bounds.Context(ctx)
	defer cancel()
	formula, formulaText := io.Pipe()
	proof, proofText := io.Pipe()
	go func() {
		formulaText.CloseWithError(format.WriteCNF(formulaText, s.problem(), format.Sequential))
	}()
	verdict := make(chan error, 1)
	go func() {
		err := drup.Check(ctx, formula, proof, proofMemory, func(variables []int) error {
			options := s.shownAs(variables)
			if !o.shown.has(options) {
				return fmt.Errorf("options %v", options)
			}
			return nil
		})
		formula.Close() // a writer that nobody reads any more ends
		proof.Close()
		verdict <- err
	}()
	w := drup.NewWriter(proofText)
	b := Bounds{Limits: s.Bounds.Limits} // ctx has its timeout
	b.Trace = &cover.Trace{Stop: func(int64, int64) bool { return w.Stop.Load() }}
	search.Prove(w.Step)
	r := s.run(ctx, b)
	search.Prove(nil)
	w.Flush()
	proofText.Close()
	err := <-verdict
	late := r.Stats.Status != cover.Solved && !w.Stop.Load() // the search stopped before the check failed
	switch {
	case o.failsAgain(r) || late || ctx.Err() != nil || errors.Is(err, drup.ErrMemory):
	case err != nil:
		o.refute("its proof fails: %v", err)
	default:
		o.Confirmed = true
	}
}

// shownAs returns the options of a solution as visitors see them. Variable o+1 stands for option o, if there is such an
// option.
func (s *checkedSearch) shownAs(variables []int) []int {
	p, options := s.problem(), make([]int, len(variables))
	for k, v := range variables {
		if options[k] = -v; v <= p.Options() {
			options[k] = p.ToBase(v - 1)
		}
	}
	return options
}
