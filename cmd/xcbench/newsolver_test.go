package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The solver of docs/add-a-solver.md is built into the program, as the page says, and verified. In the
// long mode, the tests that the page names run on it too. The files are added by an overlay, so nothing of the
// repository changes.
func TestSolverOfThePagePassesTheTestsThatItNames(t *testing.T) {
	t.Parallel()
	program := plantedProgram(t)
	verify := exec.Command(program, "verify", "--solver", "marks,bitset", "--timeout", "1m")
	out, err := verify.CombinedOutput()
	if err != nil {
		t.Fatalf("verify: %v\n%s", err, out)
	}
	n, colours := strings.Count(string(out), " marks "), strings.Count(string(out), "the solver takes no colours")
	if n < 20 || strings.Count(string(out), " solved ") != 2*n-colours {
		t.Errorf("got %d rows of the solver, expected 20 or more, all solved but those with colours:\n%s", n, out)
	}
	const named = "go test ./solvers/... ./report/chart\n"
	if !strings.Contains(textOf(t, "docs/add-a-solver.md"), named) {
		t.Fatalf("the page does not name the tests %q", named)
	}
	if os.Getenv("XCBENCH_LONG") == "" { // the tests are compiled anew, which takes 20 s
		return
	}
	args := []string{"test", "-vet=off", "-overlay", filepath.Join(filepath.Dir(program), "overlay.json")}
	args = append(args, strings.Fields(named)[2:]...)
	tests := exec.Command("go", args...)
	tests.Dir = "../.."
	if out, err := tests.CombinedOutput(); err != nil {
		t.Errorf("%v: %v\n%s", tests.Args, err, out)
	}
}
