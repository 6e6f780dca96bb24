package bench

import (
	"os"
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// A sample that came with a verification is only that of its solver and instance, and only once.
func TestAPrefetchedSampleIsUsedOnce(t *testing.T) {
	six, eight := instance(t, "queens/6"), instance(t, "queens/8")
	r := newRemote(Isolation{Command: []string{os.Args[0]}})
	defer r.close()
	for _, c := range []struct {
		in     *corpus.Instance
		solver string
		used   bool
	}{{&six, "good", true}, {&eight, "good", false}, {&six, "also_good", false}} {
		r.prefetched = prefetched{&six, "good", &measurement{Runs: 99}}
		for k := range 2 {
			m, err := r.sample(t.Context(), task{instance: c.in, variants: []solvers.Variant{variant(c.solver, nil)}})
			if err != nil || (m.Runs == 99) != (c.used && k == 0) {
				t.Errorf("%s on %s: got %+v, %v, want the prefetched one: %v", c.solver, c.in.ID(), m, err, c.used)
			}
		}
	}
}

// sampleAfterVerify verifies a good solver and another one, whose verification must end with the
// status, and then asks the same worker for a sample of the other.
func sampleAfterVerify(t *testing.T, name string, status cover.Status) (measurement, error) {
	t.Helper()
	r := newRemote(Isolation{Command: []string{os.Args[0]}})
	defer r.close()
	in := instance(t, "queens/6")
	other := task{instance: &in, variants: []solvers.Variant{good, variant(name, nil)}, next: name}
	found, err := r.verify(t.Context(), other)
	if err != nil || len(found) != 2 || found[1].Stats.Status != status {
		t.Fatalf("%s: got %+v, %v, want two solvers, the second one %s", name, found, err, status)
	}
	other.variants = other.variants[1:]
	return r.sample(t.Context(), other)
}

// A crash in the sample that comes with a verification is no verdict.
func TestACrashInASampleIsNotOneOfTheVerification(t *testing.T) {
	if m, err := sampleAfterVerify(t, "late", cover.Solved); err != nil || m.Stats.Status != results.Crash || m.Runs != 1 {
		t.Errorf("got %+v, %v, want a crash", m, err)
	}
}

// A solver may pass a verification and fail in that of the resumed run. Then no sample comes with it.
func TestASampleThatCameWithNoVerificationIsAskedFor(t *testing.T) {
	in := instance(t, "queens/6")
	if m, err := sampleAfterVerify(t, "lying", results.Wrong); err != nil || m.Stats.Nodes != in.Nodes {
		t.Errorf("got %+v, %v, want a sample of %d nodes", m, err, in.Nodes)
	}
}
