package main

import (
	"regexp"
	"strings"
	"testing"
)

// The steps of the action measure two engines of another repository: a program that answers many
// searches, and one that is started for each. They gate the counters and make a page.
func TestActionGatesTheEnginesOfAnotherRepository(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many commands one after the other")
	}
	head, steps, _ := strings.Cut(read(t, "../../action.yml"), "\n  steps:\n")
	declared := regexp.MustCompile(`(?m)^  ([a-z]+):\n    description`).FindAllStringSubmatch(head, -1)
	if len(declared) != 4 {
		t.Errorf("got %d inputs and outputs, expected 4: %q", len(declared), declared)
	}
	for _, m := range declared {
		if !strings.Contains(steps, "${{ inputs."+m[1]+" }}") && !strings.Contains(steps, m[1]+"=") {
			t.Errorf("no step has the input or output %s", m[1])
		}
	}
	playSteps(t, stepsOf(steps), []string{"install", "measure", "gate", "page"}, `
env GITHUB_ACTION_PATH=$WORK/repository
env RUNNER_TEMP=$WORK/tmp
env GITHUB_PATH=$WORK/path
env GITHUB_OUTPUT=$WORK/output
exec step install
grep '^'$WORK'/tmp/xcbench$' ../path
env PATH=$WORK/tmp/xcbench:$PATH

# One line says that there are no engines, or no program.
env BASELINE=counters.txt
env FILTER='family:queens inst:6'
env ENGINES=
status 2 step measure
stdout -count=1 '(?m)^.'
stdout '^::error title=xcbench::engines: no file .., expected an engines file; .xcbench engine init. writes one$'
! stderr .
env ENGINES=none.toml
exec sed 's/sh knuth/missing/' engines.toml
cp stdout none.toml
status 3 step measure
stderr -count=1 '(?m)^.'
stderr '^xcbench: engine once: missing.sh'

# Without a baseline, the gate says how one is made.
env ENGINES=engines.toml
exec step measure
stderr '^xcbench: once cannot stop at a number of nodes or updates: only --timeout 10s bounds them$'
status 2 step gate
stderr 'counters.txt: no such baseline; .xcbench gate --update --baseline counters.txt RUN. makes one$'
grep '^verdict=undecided$' ../output
exec xcbench gate ../tmp/xcbench/run --baseline counters.txt --update
grep '^# mine: rule=mrv counter=links$' counters.txt
grep '^queens/6 mine solved 4 111 1929: 1/' counters.txt
grep '^queens/6 once solved 4 111 1929:$' counters.txt
exec step gate
stdout '^gate: passed; rows: 2 same$'
grep '^verdict=passed$' ../output
grep '^### gate: passed' ../summary
exec step page
exists ../tmp/xcbench/run/report.html

# An engine searches more nodes. The baseline is of another rule and other updates than the other has now.
exec sed -i 's/dlx_index/dlx_index_first/; s/111 nodes/117 nodes/; s/"mrv"/"first"/; s/"links"/"options"/' engines.toml knuth.sh
rm ../tmp/xcbench/run
exec step measure
status 1 step gate
stdout '^::error title=xcbench gate::queens/6 once: nodes 111 -> 117 '
grep '^verdict=failed$' ../output
grep '^### gate: FAILED' ../summary
stdout '^ undecided +mine +queens/6 +the rule was mrv and is first; updates were links and are options$'
exec sed -i 's/dlx_index_first/dlx_index/; s/117 nodes/111 nodes/' engines.toml knuth.sh
rm ../tmp/xcbench/run
exec step measure
status 3 step gate
stdout '^gate: UNDECIDED; rows: 1 undecided, 1 same$'
stdout '^::warning title=xcbench gate::queens/6 mine: the rule was mrv and is first; updates were links and are options$'
stderr 'restore the engines file, or make a baseline of this run with --update$'
grep '^verdict=undecided$' ../output
-- bin/go --
#!/bin/sh
test "$1 $2 $4" = "build -o ./cmd/xcbench" && test -e cmd/xcbench/main.go || exit 1
ln -s "$(command -v xcbench)" "$3"
-- repository/engines.toml --
[[engine]]
name = "mine"
command = "xcbench engine serve --solver dlx_index"
rule = "mrv"
counter = "links"

[[engine]]
name = "once"
command = "sh knuth.sh"
protocol = "knuth"
count = true
-- repository/knuth.sh --
cat >/dev/null
echo "Altogether 4 solutions, 4987+27517 mems, 1929 updates, 3832 bytes, 111 nodes, ccost 4%." >&2
`)
}
