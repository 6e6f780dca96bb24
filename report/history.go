package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"xcbench/compare"
	"xcbench/internal/english"
)

// stepLines is how many findings of a step a table for people has.
const stepLines = 4

// History returns the table of a history: the findings of each run, as the gate shows them. Its title
// names the commits that changed something. A table for people has the worst findings of each
// step.
func History(steps []compare.Step, people bool) Table {
	t := Table{Columns: append(Heads("run", "commit", "against"), gateColumns()...)}
	var changed []string
	unclear := map[string][]string{}
	for _, s := range steps {
		commit, against, verdict := named(s.Commit), Cell{}, Cell{}
		commit.Text = commit.Text[:min(len(commit.Text), shortCommit)]
		if s.Base >= 0 {
			against, verdict = Text(steps[s.Base].Label), Text(compare.Same.String())
		}
		if s.NoTimes != "" {
			unclear[s.NoTimes] = append(unclear[s.NoTimes], s.Label)
			if s.Base >= 0 {
				verdict = Text(compare.Undecided.String())
			}
		}
		var rows [][]Cell
		for k, f := range s.Findings {
			if people && k == stepLines {
				rows = append(rows, gateRow(map[string]Cell{"note": Text(fmt.Sprintf("and %d more", len(s.Findings)-k))}))
				break
			}
			rows = append(rows, gateRows(f, people)...)
		}
		if rows == nil {
			rows = [][]Cell{gateRow(map[string]Cell{"verdict": verdict})}
		} else {
			changed = append(changed, strings.TrimSpace(s.Label+" "+commit.Text)+" ("+s.Findings[0].Verdict.String()+")")
		}
		head := line(s.Label, commit, against)
		for _, row := range rows {
			if t.Add(head, row); people {
				head = make([]Cell, len(head))
			}
		}
	}
	outcome := "nothing changed"
	switch {
	case changed != nil:
		outcome = "changed in " + strings.Join(changed, ", ")
	case len(unclear) > 0:
		outcome = "no change shown"
	}
	t.Title = "trend: " + english.Count(len(steps), "run") + "; " + outcome
	for _, why := range slices.Sorted(maps.Keys(unclear)) {
		t.note("%s: %s", english.ShortList(unclear[why], 3), why)
	}
	return t
}

// shortCommit is how many digits of a commit people read.
const shortCommit = 10
