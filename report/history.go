package report

import (
	"maps"
	"slices"
	"strings"

	"xcbench/compare"
	"xcbench/internal/english"
)

// History returns the table of a history: the findings of each run, as the gate shows them. Its title
// names the commits that changed something. People see the first lines of each step.
func History(steps []compare.Step) Table {
	t := Table{Columns: append(Heads("run", "commit", "against"), gateColumns()...)}
	var changes []string
	unclear := map[string][]string{}
	for _, s := range steps {
		commit := named(s.Commit)
		commit.Text = commit.Text[:min(len(commit.Text), shortCommit)]
		head := fields{"run": Text(s.Label), "commit": commit}
		if s.Base >= 0 {
			head["against"] = Text(steps[s.Base].Label)
			head["verdict"] = Text(map[bool]compare.GateVerdict{true: compare.Same, false: compare.Undecided}[s.Unclear == ""].String())
		}
		if s.Unclear != "" {
			unclear[s.Unclear] = append(unclear[s.Unclear], s.Label)
		}
		if len(s.Findings) == 0 {
			t.addFields(head)
		} else {
			delete(head, "verdict")
			t.findings(head, s.Findings, stepLines)
			changes = append(changes, strings.TrimSpace(s.Label+" "+commit.Text)+" ("+s.Findings[0].Verdict.String()+")")
		}
	}
	outcome := "nothing changed"
	switch {
	case changes != nil:
		outcome = "changed in " + strings.Join(changes, ", ")
	case len(unclear) > 0:
		outcome = "no change shown"
	}
	t.Title = "trend: " + english.Count(len(steps), "run") + "; " + outcome
	for _, why := range slices.Sorted(maps.Keys(unclear)) {
		t.note("%s: %s", english.ShortList(unclear[why], mostNamed), why)
	}
	return t
}
