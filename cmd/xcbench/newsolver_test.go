package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	goBlock    = regexp.MustCompile("(?ms)^ *```go\n(.*?)^ *```$")
	aloneTable = regexp.MustCompile(`(?s)\nfunc alone\(\).*?\[\]Variant\{\n`)
)

// The solver of docs/add-a-solver.md is built into the program, as the page says, and verified. The
// files are added by an overlay, so nothing of the repository changes.
func TestSolverOfThePageGivesRightAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	page, err := os.ReadFile("../../docs/add-a-solver.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := goBlock.FindAllStringSubmatch(string(page), -1)
	if len(blocks) != 2 {
		t.Fatalf("found %d blocks of Go, expected 2: the solver, and its line in the list", len(blocks))
	}
	list, err := os.ReadFile("../../solvers/solvers.go")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(list), "solvers/marks") {
		t.Skip("the solver of the page is on the list already")
	}
	with := aloneTable.ReplaceAllStringFunc(string(list), func(head string) string { return head + blocks[1][1] })
	with = strings.Replace(with, "import (\n", "import (\n\t\"xcbench/solvers/marks\"\n", 1)

	program := buildWith(t, map[string]string{"solvers/marks/marks.go": blocks[0][1], "solvers/solvers.go": with})
	verify := exec.Command(program, "verify", "--solver", "marks,bitset", "--timeout", "1m")
	out, err := verify.CombinedOutput()
	if err != nil {
		t.Fatalf("verify: %v\n%s", err, out)
	}
	if n := strings.Count(string(out), " marks "); n < 20 || strings.Count(string(out), " solved ") != 2*n {
		t.Errorf("got %d rows of the solver, expected 20 or more, all solved:\n%s", n, out)
	}
}

// buildWith builds the program with other texts for some of its files, named from the root of the
// module, and returns its path.
func buildWith(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	replaced := map[string]string{}
	for name, text := range files {
		file := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		replaced[filepath.Join(root, name)] = file
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "xcbench")
	build := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}
