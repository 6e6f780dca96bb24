package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

const workflow = "../../.github/workflows/xcbench.yml"

var (
	jobHead  = regexp.MustCompile(`(?m)^  ([a-z]+):\n`)
	stepHead = regexp.MustCompile(`(?m)^ +- (name|uses)`)
	stepRun  = regexp.MustCompile(`(?ms)^: ([^\n]*)\n.*^ +run: \|\n(.*)`)
)

// jobSteps returns the commands of the named steps of a job, unchanged except that /tmp is replaced
// by a folder of the test.
func jobSteps(t *testing.T, job string) map[string]string {
	t.Helper()
	_, jobs, _ := strings.Cut(read(t, workflow), "\njobs:\n")
	heads := append(jobHead.FindAllStringSubmatchIndex(jobs, -1), []int{len(jobs)})
	steps := map[string]string{}
	for k, at := range heads[:len(heads)-1] {
		if jobs[at[2]:at[3]] == job {
			for name, run := range stepsOf(jobs[at[1]:heads[k+1][0]]) {
				steps[name] = strings.ReplaceAll(run, "/tmp/", "$WORK/tmp/")
			}
		}
	}
	return steps
}

// stepsOf returns the commands of the named steps in a list of steps.
func stepsOf(text string) map[string]string {
	steps := map[string]string{}
	for _, step := range stepHead.Split(text, -1) {
		if m := stepRun.FindStringSubmatch(step); m != nil {
			steps[m[1]] = m[2]
		}
	}
	return steps
}

// The workflow on GitHub runs what CI runs elsewhere.
func TestWorkflowRunsTheTestsOfCI(t *testing.T) {
	var steps strings.Builder
	for _, text := range jobSteps(t, "tests") {
		steps.WriteString(text)
	}
	target := regexp.MustCompile(`(?m)^\s*(?:timeout \S+ )?make ([a-z-]+)`)
	ci := target.FindAllStringSubmatch(read(t, "../../.ci/run"), -1)
	if len(ci) < 4 {
		t.Errorf("found %d targets of make in .ci/run, expected 4 or more", len(ci))
	}
	makefile := read(t, "../../Makefile")
	for _, m := range append(ci, target.FindAllStringSubmatch(steps.String(), -1)...) {
		if !strings.Contains(makefile, "\n"+m[1]+":") {
			t.Errorf("the Makefile has no target %s, which CI runs", m[1])
		}
	}
	_, counters, _ := strings.Cut(read(t, workflow), "\n  counters:\n")
	counters, _, _ = strings.Cut(counters, "\n  times:\n")
	if !strings.Contains(counters, "- name: gate\n        if: always()\n") {
		t.Errorf("the step gate of the job counters is skipped after a run with wrong answers:\n%s", counters)
	}
	for _, m := range ci { // the job counters does what "make gate" does
		if m[1] != "gate" && !regexp.MustCompile(`(?m)^\s*make `+m[1]+`\b`).MatchString(steps.String()) {
			t.Errorf("the job tests does not run make %s, as .ci/run does", m[1])
		}
	}
}

// playJob runs a script. The script has a file NAME.sh for each of the wanted steps, and the
// command "step NAME" runs one as GitHub does. The "go" on its path stands for the real one: "go
// build" makes a program that calls xcbench, but runs one solver on one instance. It also appends a
// line "built" to a log, with the content of the file "version" in the folder that it built.
func playJob(t *testing.T, job string, wanted []string, script string) {
	t.Helper()
	playSteps(t, jobSteps(t, job), wanted, script+`
-- bin/go --
#!/bin/sh
test "$1 $2 $4" = "build -o ./cmd/xcbench" && test -e cmd/xcbench/main.go || exit 1
echo "built $3 from $(cat version)" >> $WORK/builds
cat > $3 <<'END'
#!/bin/sh
if [ "$1" = ab ]; then set -- "$@" --time 0 --filter inst:6 --solver bitset,naive --margin 1e6 --search-margin 1e6; fi
if [ "$1" = run ]; then shift; if [ "$1" = --solver ]; then shift 2; fi; set -- run queens/6 --solver bitset "$@"; fi
exec xcbench "$@"
END
chmod +x $3
-- repository/version --
old
`)
}

// playSteps runs a script in a folder, with the command "step NAME" and with a "go" on the path that
// is a file of the script.
func playSteps(t *testing.T, steps map[string]string, wanted []string, script string) {
	t.Helper()
	for _, program := range []string{"bash", "git", "sed", "tr"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	var text strings.Builder
	text.WriteString(`env GITHUB_STEP_SUMMARY=$WORK/summary
env PATH=$WORK/bin:$PATH
mkdir tmp repository/results
exec chmod +x bin/go bin/step
cd repository
` + script + `
-- bin/step --
#!/bin/sh
exec bash -eo pipefail $WORK/$1.sh
-- repository/cmd/xcbench/main.go --
`)
	for _, name := range wanted {
		if steps[name] == "" {
			t.Fatalf("no step %q with commands", name)
		}
		fmt.Fprintf(&text, "-- %s.sh --\n%s\n", name, steps[name])
	}
	dir := t.TempDir()
	must(os.WriteFile(dir+"/steps.txtar", []byte(text.String()), 0o666))
	testscript.Run(t, testscript.Params{Dir: dir, Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": status}})
}

// The gate explains a run with wrong answers, and the target fails even if the gate passes.
func TestMakeGateAlwaysRunsTheGate(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	script := `
exec make gate GO=./build DIR=r
stdout '^gate ran$'
! stdout '^table of run$'
env RUN=1
! exec make gate GO=./build DIR=r
stdout '^gate ran$'
env GATE=1
! exec make gate GO=./build DIR=r
stdout '^gate ran$'
env RUN=0
! exec make gate GO=./build DIR=r
-- Makefile --
` + textOf(t, "Makefile") + `
-- build.sh --
#!/bin/sh
test "$1 $2 $3" = "build -o xcbench" && cp program.sh xcbench && chmod +x xcbench
-- program.sh --
#!/bin/sh
case $1 in
run) echo table of run; exit ${RUN:-0};;
gate) test "$2" = r && echo gate ran; exit ${GATE:-0};;
esac
exit 3
`
	script = "exec cp build.sh build\nexec chmod +x build\n" + script
	must(os.WriteFile(dir+"/make.txtar", []byte(script), 0o666))
	testscript.Run(t, testscript.Params{Dir: dir})
}

// The script gates one row of the tier, against the same row of the committed baseline.
func TestWorkflowGatesCounters(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many commands one after the other")
	}
	row := regexp.MustCompile(`(?m)^queens/6 bitset .*\n`).FindString(textOf(t, "results/baseline.txt"))
	playJob(t, "counters", []string{"measure", "gate", "summary"}, `
exec step measure
cp ../good results/baseline.txt
exec step gate
stdout '^gate: passed; rows: 1 same$'
exists runs/gate/junit.xml
exec step summary
grep '^### gate: passed; rows: 1 same$' ../summary

# One node more than the baseline has.
exec sed 's/ 111 626: 1./ 110 626: 0\//' ../good
cp stdout results/baseline.txt
status 1 step gate
stdout '^::error title=xcbench gate::queens/6 bitset: nodes 110 -> 111 \(\+0.9%25\), first on level 0: 0 -> 1$'
exec step summary
grep '^### gate: FAILED; rows: 1 regression$' ../summary
-- good --
`+row)
}

// The old program is built from the last commit that is a day old or older.
func TestWorkflowComparesTheProgramsOfTwoDays(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many commands one after the other")
	}
	playJob(t, "times", []string{"build", "compare"}, `
env HOME=$WORK
env GIT_AUTHOR_NAME=a
env GIT_AUTHOR_EMAIL=a@example.org
env GIT_COMMITTER_NAME=a
env GIT_COMMITTER_EMAIL=a@example.org
exec git init -q
exec git add version cmd
env GIT_COMMITTER_DATE=2001-02-03T04:05:06Z
exec git commit -q -m old
env GIT_COMMITTER_DATE=
cp ../today version
exec git commit -q -a -m new
exec step build
grep '/tmp/new from new$' ../builds
grep '/tmp/old from old$' ../builds

# The same program twice, with margins that any machine keeps.
exec step compare
stdout '^### ab: no difference beyond the margins$'
! stderr .
stdout '^geometric means of (cpu-)?sec/op over 2 searches;'
grep '^### ab: no difference beyond the margins$' ../summary

# A program whose worker does not start.
cp ../broken ../tmp/new
status 1 step compare
stdout '^### ab: failed: 2 searches$'
stderr '^::error title=xcbench ab::failed: 2 searches$'
stderr '^xcbench: ab: failed: 2 searches$'
-- today --
new
-- broken --
#!/bin/sh
if [ "$1" = worker ]; then exit 1; fi
exec xcbench "$@" --filter inst:6 --solver bitset,naive
`)
}
