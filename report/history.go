package report

import (
	"cmp"
	"strings"

	"xcbench/compare"
	"xcbench/internal/english"
)

// History returns the table of a history: the findings of each run, as the gate shows them. Its title
// names the commits that changed something. People see the first lines of each step.
func History(steps []compare.Step) Table {
	t := Table{Columns: append(Heads("run", "commit", "against"), gateColumns()...), Most: stepLines * len(steps)}
	var changes []string
	unclear := false
	for _, s := range steps {
		commit := named(s.Commit)
		commit.Text = commit.Text[:min(len(commit.Text), shortCommit)]
		head := fields{"run": Text(s.Label), "commit": commit}
		unclear = unclear || s.Unclear != ""
		if s.Base >= 0 {
			head["against"] = Text(steps[s.Base].Label)
		}
		if len(s.Findings) == 0 {
			head["note"] = named(s.Unclear)
			if s.Base >= 0 {
				head["verdict"] = Text(map[bool]compare.GateVerdict{true: compare.Same, false: compare.Undecided}[s.Unclear == ""].String())
			}
			t.addFields(head)
		} else {
			t.findings(head, mapped(s.Findings, func(f compare.Finding) compare.Finding {
				f.Note = cmp.Or(f.Note, s.Unclear)
				return f
			}))
			changes = append(changes, strings.TrimSpace(s.Label+" "+commit.Text)+" ("+s.Findings[0].Verdict.String()+")")
		}
	}
	outcome := "nothing changed"
	switch {
	case changes != nil:
		outcome = "changed in " + strings.Join(changes, ", ")
	case unclear:
		outcome = "no change shown"
	}
	t.Title = "trend: " + english.Count(len(steps), "run") + "; " + outcome
	return t
}
