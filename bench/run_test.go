package bench

import (
	"context"
	"errors"
	"testing"
	"time"

	"xcbench/results"
	"xcbench/solvers"
)

// memory is a sink that keeps everything.
type memory struct {
	rows     []results.Row
	profiles []results.Profile
	full     bool // every write of a row fails, as on a full disk
}

func (m *memory) Row(r results.Row) error {
	if m.full {
		return errors.New("disk full")
	}
	m.rows = append(m.rows, r)
	return nil
}

func (m *memory) Profile(p results.Profile) error {
	m.profiles = append(m.profiles, p)
	return nil
}

func quiet(int, int, string) {}

func silent(string) {}

// runPlan runs a plan without progress or log.
func runPlan(p Plan, s sink) error {
	return p.newRunner(recorded{}).run(context.Background(), s, quiet, silent)
}

func plan(t *testing.T, variants []solvers.Variant, ids ...string) Plan {
	p := Plan{Variants: variants, Samples: 2, MinTime: time.Microsecond}
	for _, id := range ids {
		p.Instances = append(p.Instances, instance(t, id))
	}
	return p
}

// withoutFaults returns the error of a run, or nil if it says only that solvers have faults.
func withoutFaults(err error) error {
	if _, ok := errors.AsType[*ErrFaults](err); ok {
		return nil
	}
	return err
}

func TestRunStopsIfItCannotRecord(t *testing.T) {
	p := plan(t, []solvers.Variant{good}, "queens/6")
	if err := runPlan(p, &memory{full: true}); err == nil || err.Error() != "disk full" {
		t.Errorf("got %v, want disk full", err)
	}
}
