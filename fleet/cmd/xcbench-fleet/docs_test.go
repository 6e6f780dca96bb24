package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// stub is an sbatch that runs the jobs of an array one after the other.
const stub = `#!/bin/sh
range=$(sed -n 's/^#SBATCH --array=//p' $2)
export SLURM_ARRAY_TASK_COUNT=$((${range#*-} - ${range%-*} + 1))
for k in $(seq ${range%-*} ${range#*-}); do
	SLURM_ARRAY_TASK_ID=$k sh -e $2 || exit 1
done
`

var block = regexp.MustCompile("(?ms)^```(console|sh)\n(.*?)^```$")

// The commands of the page run in their order, in one folder, and their output is the one that the
// page shows. The script of its array job runs too.
func TestThePageDoesWhatItSays(t *testing.T) {
	text := get(os.ReadFile("../../../docs/fleet.md"))
	if n := len(strings.Fields(string(text))); n > 1200 {
		t.Errorf("got %d words, want at most 1,200", n)
	}
	dir, bin := t.TempDir(), t.TempDir()
	must(t, os.WriteFile(filepath.Join(bin, "sbatch"), []byte(stub), 0o777))
	env := append(os.Environ(), "PATH="+path(t, bin), "SERVER="+serving(t), "HOME="+dir)
	blocks := block.FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 5 {
		t.Errorf("got %d blocks, want 5 or more", len(blocks))
	}
	for _, b := range blocks {
		if b[1] == "sh" {
			must(t, os.WriteFile(filepath.Join(dir, "array.sbatch"), []byte(b[2]), 0o666))
			continue
		}
		for _, step := range strings.Split("\n"+b[2], "\n$ ")[1:] {
			command, want, _ := strings.Cut(step, "\n")
			shell := exec.Command("sh", "-c", strings.Replace(command, "run-*", "run-0 run-1 run-2 run-3", 1)) // all of them
			shell.Dir, shell.Env = dir, env
			out, err := shell.CombinedOutput()
			pattern := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(want)), `\.\.\.`, `(?s:.*)`)
			if err != nil || !regexp.MustCompile("^"+pattern+"$").MatchString(strings.TrimSpace(string(out))) {
				t.Errorf("$ %s\n-- got, %v\n%s\n-- want\n%s", command, err, out, want)
			}
		}
	}
}
