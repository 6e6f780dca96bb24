package solvers_test

import (
	"errors"
	"reflect"
	"testing"

	"xcbench/cover"
	"xcbench/solvers"
)

// The tests of package parallel call the other workers at chosen nodes, on long searches too. This
// test finds the forms by name and leaves it to the clock when the workers are called: in the first
// run after a while, in the second at once. "make test-long" adds the long searches.
func TestParallelFormsCountAsTheirSolverOnReferenceProblems(t *testing.T) {
	for name, want := range knuth(t) {
		if want.updates > shortUpdates && !long || want.updates > shortUpdates/10 && testing.Short() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, v := range solvers.All() {
				form, divisible := solvers.Find(v.Name + solvers.ParallelSuffix)
				if !divisible || v.Rule == cover.First || v.Counter == solvers.Entries {
					continue
				}
				want, err := solved(t, v, name)
				x, refusal := cover.Prepare(form, reference[name](t))
				if (err == nil) != (refusal == nil) {
					t.Fatalf("%s returns error %v, its parallel form %v", v.Name, err, refusal)
				}
				var unsupported *cover.UnsupportedError
				if errors.As(err, &unsupported) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				for range 2 {
					if got := run(x, cover.Limits{}, nil); !reflect.DeepEqual(got, want) {
						t.Errorf("%s: got %+v, want %+v", form.Name, got, want)
					}
				}
			}
		})
	}
}
