package external

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

// expected returns the solutions of p, sorted, in the form of solve.
func expected(t testing.TB, p *cover.Problem) []string {
	t.Helper()
	var all []string
	_, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), p, cover.Limits{}, func(options []int) bool {
		all = append(all, fmt.Sprint(slices.Sorted(slices.Values(options))))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

// equalOptions is a problem with two pairs of equal options.
func equalOptions(t testing.TB) *cover.Problem {
	t.Helper()
	var b cover.Builder
	b.Primary("a", "b")
	for _, item := range []string{"a", "a", "b", "b"} {
		b.Option(item)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The outputs were recorded with Knuth's programs, with the arguments v129 and m1.
func TestKnuthsReports(t *testing.T) {
	queens6, langford6 := queens(6), corpustest.Problem("langford/6")
	for _, c := range []struct {
		name                 string
		p                    *cover.Problem
		nodes, updates, mems int64
	}{
		{"dlx1-queens6", queens6, 111, 1929, 27517},
		{"dlx2-queens6", queens6, 111, 1929, 27517},
		{"ssxc1-queens6", queens6, 66, 1579, 20767},
		{"ssxcc-queens6", queens6, 71, 1685, 21616},
		{"dlx1-langford6", langford6, 126, 1968, 30603},
		{"dlx2-langford6", langford6, 126, 1968, 30603},
		{"ssxc1-langford6", langford6, 73, 1700, 20708},
		{"ssxcc-langford6", langford6, 74, 1725, 21171},
		{"dlx1-twice", equalOptions(t), 7, 3, 123},
	} {
		stats, found := solve(t, Spec{Command: replay(t, c.name, 0), Protocol: "knuth"}, c.p, 0)
		slices.Sort(found)
		if want := expected(t, c.p); !slices.Equal(found, want) {
			t.Errorf("%s: got solutions %v, want %v (%v)", c.name, found, want, stats.Err)
		}
		if stats.Status != cover.Solved || stats.Nodes != c.nodes || stats.Updates != c.updates ||
			stats.Costs.Mems != c.mems {
			t.Errorf("%s: got %+v with costs %+v, want %d nodes, %d updates and %d mems",
				c.name, stats, stats.Costs, c.nodes, c.updates, c.mems)
		}
	}
}

// DLX6 builds a diagram of the solutions and does not list them.
func TestKnuthsCountingPrograms(t *testing.T) {
	s := engine(t, Spec{Command: replay(t, "dlx6-queens6", 0), Protocol: "knuth", Count: true})
	stats, err := cover.Solve(context.Background(), s, queens(6), cover.Limits{}, nil)
	if err != nil || stats.Status != cover.Solved || stats.Solutions != 4 || stats.Nodes != 109 ||
		stats.Costs.Mems != 34991 {
		t.Errorf("got %+v, %v, want 4 solutions and 109 nodes", stats, err)
	}
}

func TestKnuthsProgramsAreAskedForWhatIsWanted(t *testing.T) {
	const echo = `echo "$*" > "$FILE"; echo "Altogether 1 solution, 1+1 mems, 1 updates, 1 nodes." >&2`
	for _, c := range []struct {
		limit int64
		show  bool
		want  string
	}{{0, false, "\n"}, {1, false, "t1\n"}, {7, true, "m1 t7\n"}, {0, true, "m1\n"}} {
		file := filepath.Join(t.TempDir(), "args")
		var visit cover.Visitor
		if c.show {
			visit = func([]int) bool { return true }
		}
		s := engine(t, Spec{Command: script(echo), Protocol: "knuth", Env: map[string]string{"FILE": file}})
		if _, err := cover.Solve(context.Background(), s, textbook.Tiny(), cover.Limits{Solutions: c.limit},
			visit); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != c.want {
			t.Errorf("limit %d, show %t: got %q, %v, want %q", c.limit, c.show, got, err, c.want)
		}
	}
}

// Knuth's programs themselves are run if the environment says where they are.
func TestKnuthsProgramsThemselves(t *testing.T) {
	dir := os.Getenv("XCBENCH_KNUTH")
	if dir == "" {
		t.Skip("set XCBENCH_KNUTH to the directory of dlx1, dlx2, dlx6, ssxc1 and ssxcc")
	}
	for _, id := range []string{"queens/8", "langford/8", "domino/6x6", "sudoku/wikipedia"} {
		p := corpustest.Problem(id)
		want := expected(t, p)
		index, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), p, cover.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"dlx1", "dlx2", "ssxc1", "ssxcc", "dlx6"} {
			s := Spec{Command: filepath.Join(dir, name), Protocol: "knuth", Count: name == "dlx6"}
			if s.Count {
				stats, err := cover.Solve(context.Background(), engine(t, s), p, cover.Limits{}, nil)
				if err != nil || stats.Solutions != int64(len(want)) {
					t.Errorf("%s on %s: got %+v, %v, want %d solutions", name, id, stats, err, len(want))
				}
				continue
			}
			stats, found := solve(t, s, p, 0)
			slices.Sort(found)
			if !slices.Equal(found, want) || stats.Status != cover.Solved {
				t.Errorf("%s on %s: got %d solutions and %+v, want %d", name, id, len(found), stats, len(want))
			}
			if name == "dlx1" && (stats.Nodes != index.Nodes || stats.Updates != index.Updates) {
				t.Errorf("%s on %s: got %d nodes and %d updates, want %d and %d as of dlx_index",
					name, id, stats.Nodes, stats.Updates, index.Nodes, index.Updates)
			}
			if stats, found := solve(t, s, p, 1); stats.Status != cover.Limit || len(found) != 1 {
				t.Errorf("%s on %s: got %d solutions and %+v, want one", name, id, len(found), stats)
			}
		}
	}
}
