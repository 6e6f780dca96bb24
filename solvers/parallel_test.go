package solvers_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"xcbench/cover"
	"xcbench/solvers"
)

// The first run calls other workers after a while if it takes long, the second one at once.
func TestParallelFormsCountAsTheirSolverOnReferenceProblems(t *testing.T) {
	table := knuth(t)
	for name, problem := range reference {
		if testing.Short() && table[name].updates > shortUpdates {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := problem(t)
			for _, v := range solvers.All() {
				form, divisible := solvers.Find(v.Name + solvers.ParallelSuffix)
				if !divisible || v.Rule == cover.First || v.Counter == solvers.Entries {
					continue
				}
				want, err := cover.Solve(context.Background(), v, p, cover.Limits{}, nil)
				x, refusal := cover.Prepare(form, p)
				if (err == nil) != (refusal == nil) {
					t.Fatalf("%s answers %v, its parallel form %v", v.Name, err, refusal)
				}
				var unsupported *cover.UnsupportedError
				if errors.As(err, &unsupported) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				want.Setup, want.Search = 0, 0
				for range 2 {
					if got := run(x, cover.Limits{}, nil); !reflect.DeepEqual(got, want) {
						t.Errorf("%s: got %+v, want %+v", form.Name, got, want)
					}
				}
			}
		})
	}
}
