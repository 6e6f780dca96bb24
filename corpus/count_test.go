package corpus

import (
	"context"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
)

// solutions counts the solutions of a problem.
func solutions(t testing.TB, p *cover.Problem) int64 {
	t.Helper()
	stats, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), p, cover.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return stats.Solutions
}
