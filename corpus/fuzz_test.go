package corpus

import (
	"errors"
	"testing"
)

// An id is either a member under its normal name or an error that says why.
func FuzzFind(f *testing.F) {
	for _, in := range []string{
		"queens/8_middle", "sudoku/ai_escargot", "golfers/4x3x3", "random/i40_m120_k4_s1", "queens/00008", "a/b", "",
		"domino/1x",
	} {
		f.Add(in)
	}
	f.Fuzz(func(t *testing.T, id string) {
		in, err := Find(id)
		var (
			unknown *UnknownError
			param   *ParamError
		)
		if err != nil {
			if !errors.As(err, &unknown) && !errors.As(err, &param) {
				t.Fatalf("got a %T, want an UnknownError or a ParamError", err)
			}
			return
		}
		again, err := Find(in.ID())
		if err != nil || again.ID() != in.ID() {
			t.Fatalf("%s: got %s, %v, want itself", in.ID(), again.ID(), err)
		}
	})
}
