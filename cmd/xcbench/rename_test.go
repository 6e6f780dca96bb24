package main

import (
	"context"
	"fmt"
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
	original, err := os.ReadFile("../../results/standard.txt")
	if err != nil {
		t.Fatal(err)
	}
	var old, renamed strings.Builder
	sawClass := map[string]bool{}
	for line := range strings.Lines(string(original)) {
		if strings.HasPrefix(line, "BenchmarkSolve/") && !strings.Contains(line, "/family=queens/") &&
			!strings.Contains(line, "/family=langford/") {
			continue
		}
		old.WriteString(line)
		if m := regexp.MustCompile(`^solver-(\w+): `).FindStringSubmatch(line); m != nil {
			sawClass[m[1]] = true
		}
		renamed.WriteString(regexp.MustCompile(`^solver-|/solver=`).ReplaceAllString(line, "${0}mine_"))
	}
	for _, v := range solvers.All() {
		if c := bench.ClassOf(v); !sawClass[v.Name] || c.Rule == "" || c.Counter == "" || c.Algorithm == "" ||
			c.Look == 0 || c.Order == 0 {
			t.Errorf("%s: got the class %+v and a line of it in standard.txt: %v, want all of them", v.Name, c,
				sawClass[v.Name])
		}
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"old.txt": old.String(), "new.txt": renamed.String(),
		"bare.txt":// as older versions wrote it
		regexp.MustCompile(`(?m)^solver-.*\n`).ReplaceAllString(renamed.String(), "")} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"cmp", "--format", "csv", "--filter", ".unit:(updates/op OR nodes/op)"},
		{"cmp", "--format", "csv", "--col", "counter", "--row", "/family,/inst", "--filter", ".unit:updates/op rule:mrv"},
		{"rank", "--format", "csv"},
	} {
		if got, want := outputOf(t, args, "new.txt"), outputOf(t, args, "old.txt"); strings.ReplaceAll(got, "mine_", "") != want {
			t.Errorf("%v: got\n%s\nwant\n%s", args, got, want)
		}
	}
	drawn := map[string]string{}
	for _, file := range []string{"old", "new", "bare"} {
		outputOf(t, []string{"plot", "growth", "--unit", "nodes", "--instance", "queens", "-o", file + ".svg", "--csv", file + ".csv"}, file+".txt")
		drawn[file] = strings.Join(looksIn(read(t, file+".svg")), ", ")
	}
	if drawn["new"] != drawn["old"] || drawn["bare"] == drawn["old"] || read(t, "old.csv") != strings.ReplaceAll(read(t, "new.csv"), "mine_", "") {
		t.Errorf("got the data or the looks changed under other names, or the same without classes: %v", drawn)
	}
	if outputOf(t, []string{"report", "-o", "page.html"}, "new.txt"); !strings.Contains(read(t, "page.html"), "dancing links on flat arrays") {
		t.Error("the page: got no description of a renamed solver")
	}
	if cmp := outputOf(t, []string{"cmp", "--filter", ".unit:updates/op"}, "bare.txt"); strings.Contains(cmp, "%") {
		t.Errorf("a run without classes: got updates compared in\n%.1000s", cmp)
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

// looksIn counts how often a plot has lines of each colour and each pattern of dashes.
func looksIn(svg string) (counts []string) {
	number := map[string]int{}
	for _, look := range regexp.MustCompile(`stroke:#[0-9A-Fa-f]+|stroke-dasharray="[^"]*"`).FindAllString(svg, -1) {
		number[look]++
	}
	for look, n := range number {
		counts = append(counts, fmt.Sprint(look, " ", n))
	}
	slices.Sort(counts)
	return counts
}
