package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The solver of docs/add-a-solver.md is built into the program, as the page says, and verified. The
// hardest of the tests that the page names runs on it. The files are added by an overlay, so nothing
// of the repository changes.
func TestSolverOfThePageGivesRightAnswers(t *testing.T) {
	t.Parallel()
	program := plantedProgram(t)
	verify := exec.Command(program, "verify", "--solver", "marks,bitset", "--timeout", "1m")
	out, err := verify.CombinedOutput()
	if err != nil {
		t.Fatalf("verify: %v\n%s", err, out)
	}
	if n := strings.Count(string(out), " marks "); n < 20 || strings.Count(string(out), " solved ") != 2*n {
		t.Errorf("got %d rows of the solver, expected 20 or more, all solved:\n%s", n, out)
	}
	repeat := exec.Command("go", "test", "-vet=off", "-overlay", filepath.Join(filepath.Dir(program), "overlay.json"),
		"-run", "TestRunsEndLikeRunsOfOneWorkerAndCanBeRepeated/marks", "-v", "xcbench/solvers/parallel")
	if out, err := repeat.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestRuns") {
		t.Errorf("%v: %v\n%s", repeat.Args, err, out)
	}
}
