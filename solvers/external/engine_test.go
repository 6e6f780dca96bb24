package external_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/external"
)

// engine makes a solver of a spec.
func engine(t testing.TB, s external.Spec) cover.Solver {
	t.Helper()
	if s.Name == "" {
		s.Name = "test"
	}
	solver, err := external.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return solver
}

// script returns a command that runs a shell script. Arguments after it are ignored.
func script(text string) string { return "sh -c '" + strings.ReplaceAll(text, "'", `'\''`) + "' sh" }

// replay returns a command that writes the output recorded in NAME.out, to its stderr NAME.err, and to
// the file of its answer NAME.model, as far as there are such files.
func replay(name string, exit int) string {
	exists := func(extension string) bool { _, err := os.Stat(name + extension); return err == nil }
	text := ""
	if exists(".err") {
		text = "cat " + name + ".err >&2; "
	}
	switch {
	case exists(".model"):
		return script(fmt.Sprintf(`%scat %s.out; cat %[2]s.model >"$1"; exit %d`, text, name, exit)) + " {out}"
	case exit == 0:
		return script(text + "exec cat " + name + ".out")
	}
	return script(fmt.Sprintf("%scat %s.out; exit %d", text, name, exit))
}

// recorded returns the absolute path of recorded output, without its extension.
func recorded(t testing.TB, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// write writes a text to a file of a directory.
func write(t testing.TB, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// series returns a command whose k-th process, from 0, writes the k-th answer, and the directory with
// the statements of the problem that they got, each in a file with the number of the process.
func series(t testing.TB, answers ...string) (command, dir string) {
	t.Helper()
	from, dir := t.TempDir(), t.TempDir()
	for k, a := range answers {
		write(t, from, fmt.Sprint(k), a)
	}
	return script(fmt.Sprintf(`n=0; while test -e %[1]s/$n; do n=$((n+1)); done; cat >%[1]s/$n; cat %[2]s/$n`, dir, from)), dir
}

// solve solves p and returns the solutions, each as its sorted options.
func solve(t testing.TB, s external.Spec, p *cover.Problem, limit int64) (cover.Stats, []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var found []string
	stats, err := cover.Solve(ctx, engine(t, s), p, cover.Limits{Solutions: limit}, func(options []int) bool {
		found = append(found, fmt.Sprint(slices.Sorted(slices.Values(options))))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return stats, found
}

// count is solve without a visitor.
func count(t testing.TB, s external.Spec, p *cover.Problem, limit int64) cover.Stats {
	t.Helper()
	stats, err := cover.Solve(t.Context(), engine(t, s), p, cover.Limits{Solutions: limit}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return stats
}

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

func queens(n int) *cover.Problem { return corpustest.Problem(fmt.Sprint("queens/", n)) }

// The time to start is a key, and the error of a program that does not greet in time names it.
func TestTheKeyStartBoundsTheGreeting(t *testing.T) {
	solver := engine(t, external.Spec{Protocol: "xcb", Command: "sleep 1000", Start: "1ms"})
	stats, err := cover.Solve(t.Context(), solver, textbook.Tiny(), cover.Limits{}, nil)
	if text := fmt.Sprint(err, stats.Err); !strings.Contains(text, "has not greeted after 1ms") || !strings.Contains(text, "key start") {
		t.Errorf("got %s, want that the program has not greeted, and the key", text)
	}
}
