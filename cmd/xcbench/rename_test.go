package main

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"xcbench/bench"
	"xcbench/internal/cli"
	"xcbench/solvers"
)

// Reports read what solvers are from the run, and not from the list of solvers of this program: of
// a run whose solvers have other names they show the same, under these names.
func TestRunOfRenamedSolversKeepsItsClasses(t *testing.T) {
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
	var old, renamed strings.Builder
	sawClass, class, name := map[string]bool{}, regexp.MustCompile(`^solver-(\w+): `), regexp.MustCompile(`^solver-|/solver=`)
	for line := range strings.Lines(textOf(t, "results/standard.txt")) {
		if strings.HasPrefix(line, "BenchmarkSolve/") && !strings.Contains(line, "/family=queens/") {
			continue
		}
		old.WriteString(line)
		if m := class.FindStringSubmatch(line); m != nil {
			sawClass[m[1]] = true
		}
		renamed.WriteString(name.ReplaceAllString(line, "${0}mine_"))
	}
	for _, v := range solvers.All() {
		if c := bench.ClassOf(v); !sawClass[v.Name] || c.Rule == "" || c.Counter == "" || c.Algorithm == "" ||
			c.Look == 0 || c.Order == 0 {
			t.Errorf("%s: got the class %+v and a line of it in standard.txt: %v, want all of them", v.Name, c,
				sawClass[v.Name])
		}
	}
	t.Chdir(t.TempDir())
	must(os.WriteFile("old.txt", []byte(old.String()), 0o666))
	must(os.WriteFile("new.txt", []byte(renamed.String()), 0o666))
	for _, args := range [][]string{
		{"cmp", "--format", "csv", "--filter", ".unit:(updates/op OR nodes/op)"},
		{"cmp", "--format", "csv", "--col", "counter", "--row", "/family,/inst", "--filter", ".unit:updates/op rule:mrv"},
		{"rank", "--format", "csv"},
	} {
		if got, want := outputOf(t, args, "new.txt"), outputOf(t, args, "old.txt"); strings.ReplaceAll(got, "mine_", "") != want {
			t.Errorf("%v: got\n%s\nwant\n%s", args, got, want)
		}
	}
	if outputOf(t, []string{"report", "-o", "page.html"}, "new.txt"); !strings.Contains(read(t, "page.html"), "dancing links on flat arrays") {
		t.Error("the page: got no description of a renamed solver")
	}
}

func outputOf(t *testing.T, args []string, file string) string {
	t.Helper()
	var out, stderr strings.Builder
	if status := xcbench(context.Background(), append(slices.Clone(args), file), nil, &out, &stderr); status != cli.ExitOK {
		t.Fatalf("%v %s: got status %d, %s", args, file, status, stderr.String())
	}
	return out.String()
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
