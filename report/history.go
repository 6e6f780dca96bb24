package report

import (
	"cmp"
	"fmt"
	"strings"

	"xcbench/compare"
	"xcbench/internal/english"
)

// History returns the table of a history: the findings of each run, as the gate shows them. Its title
// names the commits that changed something. People see the first lines of each step.
func History(steps []compare.Step) Table {
	t := Table{Columns: append(Heads("run", "commit", "against"), gateColumns()...), Most: stepLines * len(steps)}
	var changes []string
	outcome := "nothing changed"
	for _, s := range steps {
		commit := named(s.Commit)
		commit.Text = fmt.Sprintf("%.*s", shortCommit, commit.Text)
		head, verdict := fields{"run": Text(s.Label), "commit": commit}, compare.Same
		if s.Unclear != "" {
			outcome, verdict = "no change shown", compare.Undecided
		}
		if s.Base >= 0 {
			head["against"] = Text(steps[s.Base].Label)
		} else {
			head["verdict"] = Cell{}
		}
		findings := s.Findings
		if len(findings) > 0 {
			changes = append(changes, strings.TrimSpace(s.Label+" "+commit.Text)+" ("+findings[0].Verdict.String()+")")
		} else {
			findings, head["rows"] = []compare.Finding{{Verdict: verdict}}, Cell{}
		}
		t.findings(head, mapped(findings, func(f compare.Finding) compare.Finding {
			f.Note = cmp.Or(f.Note, s.Unclear)
			return f
		}))
	}
	if changes != nil {
		outcome = "changed in " + strings.Join(changes, ", ")
	}
	t.Title = "trend: " + english.Count(len(steps), "run") + "; " + outcome
	return t
}
