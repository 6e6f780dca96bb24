package conform

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xcbench/internal/child"
	"xcbench/solvers/engines"
	"xcbench/solvers/external"
)

// Each mistake in the engine in Python fails the test that is there for it. Most of them are those of
// TestEachTestFindsItsMistake, and an interpreter takes long to start.
func TestMistakesInAnotherLanguageAreFound(t *testing.T) {
	python, err := engines.FindStarter("python")
	if err != nil {
		t.Fatal(err)
	}
	words, _ := external.Words(python.Command)
	if _, err := exec.LookPath(words[0]); err != nil {
		t.Skip(err)
	}
	mistakes := []struct{ old, new, fails string }{
		{"item < p.primary]", "True]", "solves secondary items"},
		{"if not active:", "if not active and p.options:", "solves a problem without items"},
		{`raise ValueError(f"option`, `print(f"option`, "refuses a bad problem"},
		{`self.stop_at("solutions")`, "pass", "stops at a limit of solutions"},
		{`self.stop_at("nodes", "updates")`, "pass", "stops at a limit of nodes"},
		{`raise Stop("timeout")`, "pass", "stops when its time is over"},
		{"p.uncover(removed)", "pass", "solves Knuth's example"},
		{"for nodes, updates in search.levels:", "search.counts[\"updates\"] = time.time_ns() % 1_000_003\n    for nodes, updates in []:",
			"gives the same answer again"},
		{"\nmain()\n", "\nmain()\ntime.sleep(60)\n", "ends with its input"},
		{"option + 1 for", "option for", "solves one option for all items"},
		{"print(\"solution\"", "print(\"solution\", 1) or print(\"solution\"", "solves two equal options"},
	}
	if os.Getenv("XCBENCH_LONG") == "" {
		mistakes = mistakes[:3]
	}
	for _, c := range mistakes {
		t.Run(c.fails, func(t *testing.T) {
			t.Parallel()
			if strings.Count(python.Source(), c.old) == 0 {
				t.Fatalf("%s has no %q", python.File, c.old)
			}
			dir := t.TempDir()
			source := strings.Replace(python.Source(), c.old, c.new, 1)
			if err := os.WriteFile(filepath.Join(dir, python.File), []byte(source), 0o666); err != nil {
				t.Fatal(err)
			}
			command := child.Command{Args: words, Dir: dir}
			errs, _ := examine(t, command, 500*time.Millisecond, c.fails)
			if err := errs[c.fails]; err == nil {
				t.Errorf("%q for %q: got no error", c.new, c.old)
			} else {
				t.Log(err)
			}
		})
	}
}
