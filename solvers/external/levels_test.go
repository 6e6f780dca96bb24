package external

import (
	"context"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

// The level profile of Knuth's dlx1 is the one of dlx_index. His programs count no updates by level.
func TestTheLevelsOfKnuthsProgramsAreKept(t *testing.T) {
	for name, p := range map[string]*cover.Problem{"dlx1-queens6": queens(6), "dlx2-langford6": corpustest.Problem("langford/6")} {
		want, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), p, cover.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for k := range want.Levels {
			want.Levels[k].Updates = 0
		}
		if got, _ := solve(t, Spec{Command: replay(t, name, 0), Protocol: "knuth"}, p, 0); !slices.Equal(got.Levels, want.Levels) {
			t.Errorf("%s: got %v, want %v", name, got.Levels, want.Levels)
		}
	}
}
