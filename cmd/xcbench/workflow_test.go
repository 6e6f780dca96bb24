package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var workflowLine = regexp.MustCompile(`(?m)^ +/tmp/xcbench (.*)$`)

// The steps of the workflow that gate the counters are run on a part of the tier,
// against a baseline of that part.
func TestWorkflowGatesCounters(t *testing.T) {
	text, err := os.ReadFile("../../.github/workflows/xcbench.yml")
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	script.WriteString("env GITHUB_STEP_SUMMARY=summary\nmkdir results\n")
	steps := workflowLine.FindAllStringSubmatch(string(text), -1)
	if len(steps) != 3 {
		t.Fatalf("got %d steps, want run, gate, summary", len(steps))
	}
	for _, step := range steps {
		command := step[1]
		if strings.HasPrefix(command, "run ") {
			command = strings.Replace(command, "run ", "run queens/6 --solver bitset ", 1)
		}
		script.WriteString("exec sh -c 'xcbench " + command + "'\n")
		if strings.HasPrefix(command, "run ") {
			script.WriteString("exec xcbench gate --update runs/gate\n")
		}
	}
	script.WriteString("grep '^gate: passed; rows: 1 same$' summary\nexists runs/gate/junit.xml\n")
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/workflow.txtar", []byte(script.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: dir})
}
