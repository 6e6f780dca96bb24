package external_test

import (
	"os"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
	"xcbench/internal/installed"
	"xcbench/solvers/external"
)

// Each program that XCBENCH_INSTALLED names, as "minisat clasp dlx1", finds all solutions.
// They are checked, and none is found twice.
func TestInstalledPrograms(t *testing.T) {
	text := must(os.ReadFile("testdata/installed.toml"))
	var file struct {
		Engine []external.Spec `toml:"engine"`
	}
	check(t, toml.Unmarshal(text, &file))
	for _, s := range file.Engine {
		words := must(external.Words(s.Command))
		t.Run(s.Name, func(t *testing.T) {
			installed.Program(t, words[0])
			solver := must(external.New(s))
			for _, id := range []string{"queens/6", "langford/6", "sudoku/wikipedia", "qwh/7_h20_s1", "twice"} {
				p := problems[id]
				if p == nil {
					p = corpustest.Problem(id)
				}
				limits := cover.Limits{}
				if s.FirstOnly {
					limits.Solutions = 1
				}
				visit := func([]int) bool { return true }
				if s.Count {
					visit = nil
				}
				got, _ := cover.Solve(t.Context(), solver, p, limits, visit)
				want, _ := cover.Solve(t.Context(), dlx.Index(cover.MRV), p, limits, nil)
				if got.Err != nil || got.Solutions != want.Solutions || s.Name == "dlx1" && got.Updates != want.Updates {
					t.Errorf("%s: got %+v, want %d solutions", id, got, want.Solutions)
				}
			}
		})
	}
}
