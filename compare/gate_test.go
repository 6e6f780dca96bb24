package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/results"
)

// counts parses lines of a baseline, with any status.
func counts(t *testing.T, text string) (all []results.Count) {
	t.Helper()
	for line := range strings.Lines(text) {
		word := strings.Fields(line)[2]
		if word != string(cover.Limit) {
			line = strings.Replace(line, " "+word+" ", " solved ", 1)
		}
		one, err := results.ReadBaseline(strings.NewReader(line), line)
		if err != nil {
			t.Fatal(err)
		}
		one[0].Status = cover.Status(word)
		all = append(all, one[0])
	}
	return all
}

// showFinding returns a finding as "VERDICT SEARCH (NOTE): UNIT OLD>NEW @LEVEL OLD>NEW, ..." with a
// group's number of rows, and marks if it is on times and if a counter was lost.
func showFinding(f compare.Finding) string {
	text := f.Verdict.String() + " " + strings.TrimSpace(f.Label())
	if f.Rows > 0 {
		text += fmt.Sprint(" x", f.Rows)
	}
	if f.Note != "" {
		text += " (" + f.Note + ")"
	}
	for mark, set := range map[string]bool{" time": f.Time, " lost": f.Lost} {
		if set {
			text += mark
		}
	}
	form := map[bool]string{false: "%s %s %v>%v", true: "%s %s %.6g>%.6g"}[f.Time]
	for k, c := range f.Changes {
		text += fmt.Sprintf(form, map[bool]string{true: ":", false: ","}[k == 0], strings.TrimSuffix(c.Unit, "/op"), c.Old, c.New)
		if c.LevelOld != c.LevelNew {
			text += fmt.Sprint(" @", c.Level, " ", c.LevelOld, ">", c.LevelNew)
		}
		if c.Interval.High > 0 {
			text += fmt.Sprintf(" %.5g to %.5g", c.Interval.Low, c.Interval.High)
		}
		if n := c.Samples; n[0] > 0 {
			text += fmt.Sprintf(" of %d and %d, p=%.3f", n[0], n[1], c.P)
		}
	}
	return text
}

func showFindings(all []compare.Finding) string {
	var lines []string
	for _, f := range all {
		lines = append(lines, showFinding(f))
	}
	return strings.Join(lines, "\n")
}

func TestAChangeIsInPercentOfTheOldValue(t *testing.T) {
	for c, want := range map[compare.Change]string{{Old: 4, New: 5}: "25 true", {Old: 4, New: 3}: "-25 true", {}: "0 true", {New: 1}: "0 false"} {
		if got := fmt.Sprint(c.Percent()); got != want {
			t.Errorf("%v to %v: got %s, want %s", c.Old, c.New, got, want)
		}
	}
}
