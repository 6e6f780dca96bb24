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
		"bare.txt": withoutClasses(renamed.String())} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"cmp", "--format", "csv", "--filter", ".unit:(updates/op OR nodes/op)"},
		{"cmp", "--format", "csv", "--filter", "rule:first .unit:updates/op"},
		{"cmp", "--format", "csv", "--col", "counter", "--row", "/family,/inst", "--filter",
			".unit:updates/op rule:mrv"},
		{"rank", "--format", "csv"},
	} {
		old, renamed := outputOf(t, args, "old.txt"), outputOf(t, args, "new.txt")
		if without := strings.ReplaceAll(renamed, "mine_", ""); without != old {
			t.Errorf("%v: got\n%s\nwant\n%s", args, renamed, old)
		}
	}
	for _, args := range [][]string{{"growth", "--unit", "nodes", "--instance", "queens"},
		{"cactus"}, {"families"}, {"box", "--unit", "updates"}} {
		for _, file := range []string{"old", "new", "bare"} {
			outputOf(t, append(append([]string{"plot"}, args...), "-o", file+".svg", "--csv", file+".csv"), file+".txt")
		}
		if read(t, "old.csv") != strings.ReplaceAll(read(t, "new.csv"), "mine_", "") {
			t.Errorf("%v: got other data under other names", args)
		}
		old, renamed := looksIn(read(t, "old.svg")), looksIn(read(t, "new.svg"))
		if !slices.Equal(old, renamed) {
			t.Errorf("%v: got the colours and dashes\n%v\nwant\n%v", args, renamed, old)
		}
		for _, words := range []string{"rule mrv", "rule first"} {
			if old, renamed := strings.Contains(read(t, "old.svg"), words), strings.Contains(read(t, "new.svg"),
				words); old != renamed {
				t.Errorf("%v: %s: got a merged curve of it: %v, under other names: %v", args, words, old, renamed)
			}
		}
	}
	if svg := read(t, "bare.svg"); !strings.Contains(svg, "mine_naive") ||
		slices.Equal(looksIn(svg), looksIn(read(t, "new.svg"))) {
		t.Error("a run without classes: got no solver in the plot, or the same colours as with classes")
	}
	if svg := outputOf(t, []string{"report", "-o", "page.html"}, "new.txt"); svg != "" ||
		!strings.Contains(read(t, "page.html"), "dancing links on flat arrays") {
		t.Error("the page: got no description of a renamed solver")
	}
	cmp := outputOf(t, []string{"cmp", "--filter", ".unit:updates/op"}, "bare.txt")
	if strings.Contains(cmp, "%") {
		t.Errorf("a run without classes: got updates compared in\n%.1000s", cmp)
	}
}

// withoutClasses is a run as older versions wrote it.
func withoutClasses(text string) string {
	return regexp.MustCompile(`(?m)^solver-.*\n`).ReplaceAllString(text, "")
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

// looksIn counts how often a plot has lines of each colour and each pattern of dashes. What is
// filled it names only: a long name may be on two lines.
func looksIn(svg string) (counts []string) {
	number := map[string]int{}
	for _, look := range regexp.MustCompile(`(stroke|fill)="#[0-9A-Fa-f]+|stroke-dasharray="[^"]*`).FindAllString(svg, -1) {
		number[look]++
		if strings.HasPrefix(look, "fill") {
			number[look] = 1
		}
	}
	for look, n := range number {
		counts = append(counts, fmt.Sprint(look, " ", n))
	}
	slices.Sort(counts)
	return counts
}
