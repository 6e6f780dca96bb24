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
	t := Table{Columns: slices.Concat([]Column{{Name: "run"}, {Name: "commit"}, {Name: "against"}}, gateColumns)}
	var changed []string
	unclear := map[string][]string{}
	for _, s := range steps {
		head := []Cell{Text(s.Label), named(s.Commit), {}}
		if people {
			head[1].Text = head[1].Text[:min(len(head[1].Text), shortCommit)]
		}
		if s.Base >= 0 {
			head[2] = Text(steps[s.Base].Label)
		}
		if s.NoTimes != "" {
			unclear[s.NoTimes] = append(unclear[s.NoTimes], s.Label)
		}
		if len(s.Findings) == 0 {
			same := gateLine{}
			switch {
			case s.Base >= 0 && s.NoTimes != "":
				same.verdict = Text(compare.Undecided.String())
			case s.Base >= 0:
				same.verdict = Text(compare.Same.String())
			}
			t.Rows = append(t.Rows, slices.Concat(head, same.cells()))
			continue
		}
		changed = append(changed, strings.TrimSpace(s.Label+" "+head[1].Text)+" ("+s.Findings[0].Verdict.String()+")")
		for k, f := range s.Findings {
			if people && k == stepLines {
				more := gateLine{note: Text(fmt.Sprintf("and %d more", len(s.Findings)-k))}
				t.Rows = append(t.Rows, slices.Concat(make([]Cell, len(head)), more.cells()))
				break
			}
			for n, row := range gateRows(f, people) {
				first := head
				if people && k+n > 0 {
					first = make([]Cell, len(head))
				}
				t.Rows = append(t.Rows, slices.Concat(first, row))
			}
		}
	}
	t.Title = "trend: " + english.Count(len(steps), "run") + "; nothing changed"
	if len(unclear) > 0 {
		t.Title = "trend: " + english.Count(len(steps), "run") + "; no change shown"
	}
	if changed != nil {
		t.Title = "trend: " + english.Count(len(steps), "run") + "; changed in " + strings.Join(changed, ", ")
	}
	for _, why := range slices.Sorted(maps.Keys(unclear)) {
		t.Notes = append(t.Notes, english.ShortList(unclear[why], 3)+": "+why)
	}
	return t
}

// shortCommit is how many digits of a commit people read.
const shortCommit = 10
