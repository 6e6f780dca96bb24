package report_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/compare/ab"
	"xcbench/cover"
	"xcbench/internal/stats"
	"xcbench/report"
	"xcbench/results"
)

func TestEachFigureOfAComparisonOfSidesIsInItsColumn(t *testing.T) {
	r := ab.Result{Unit: results.Seconds, Searches: 2, Groups: []ab.Group{{Kind: ab.BySolver, Name: "s", Verdict: ab.Slower,
		Ratio: stats.Ratio{Value: 1.1, Low: 1.05, High: 1.2}, Old: 1, New: 1.25, Nodes: [2]int64{100, 103}, Updates: [2]int64{100, 90}, SameCounter: true}}}
	var text strings.Builder
	if err := report.AB(r).Write(&text, "text"); err != nil {
		t.Fatal(err)
	}
	const want = " solver  s     1.000s  1.250s  +10.0%  +5.0%  +20.0%  +3.0%   -10.0%  slower"
	if lines := strings.Split(text.String(), "\n"); !slices.Contains(lines, want) {
		t.Errorf("got\n%s\nwant the line\n%s", text.String(), want)
	}
	text.Reset()
	if err := report.AB(r).Write(&text, "json"); err != nil {
		t.Fatal(err)
	}
	var object struct{ Rows []map[string]any }
	if err := json.Unmarshal([]byte(text.String()), &object); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"old": "1.000", "new": "1.250", "change_percent": "10.000", "low_percent": "5.000",
		"high_percent": "20.000", "nodes_percent": "3.000", "updates_percent": "-10.000"} {
		if got := fmt.Sprintf("%.3f", object.Rows[0][key]); got != want {
			t.Errorf("got %s %s, want %s", key, got, want)
		}
	}
}

func TestVerdictSaysHowToDecideTheRest(t *testing.T) {
	undecided := []ab.Group{{Name: "a", Verdict: ab.Undecided}}
	for want, r := range map[string]ab.Result{
		"no difference beyond the margins":                                                  {Rounds: 128},
		"undecided: a; give it more --time":                                                 {Groups: undecided, Rounds: 16},
		"undecided: a; 128 rounds do not decide it; take more --samples, or another margin": {Groups: undecided, Rounds: 128},
	} {
		if got := report.ABVerdict(r); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// All solvers have lines, and the first twenty families.
func TestSolversAreAllListed(t *testing.T) {
	r := ab.Result{Rounds: 128}
	for _, kind := range []ab.Kind{ab.BySolver, ab.ByFamily} {
		r.Groups = append(r.Groups, slices.Repeat([]ab.Group{{Kind: kind, Name: "s", Verdict: ab.Slower}}, 21)...)
	}
	table := report.AB(r).ForPeople()
	if got := len(table.Rows); got != 41 || table.Notes[len(table.Notes)-1] != "and 1 line more; --format json has all" {
		t.Errorf("got %d rows and %q, want 21 solvers and 20 families", got, table.Notes)
	}
}

// Each reason has a line, with the number of its searches. What failed has a line of its own already.
func TestEveryReasonToLeaveASearchOutIsNamed(t *testing.T) {
	var r ab.Result
	for k, why := range []string{"x", "y", "x", "x", "x", "x", "broken"} {
		r.LeftOut = append(r.LeftOut, &ab.Search{Search: results.Search{InstanceID: fmt.Sprint("f/", k), Solver: "s"}, Why: why})
	}
	r.Failed = r.LeftOut[6:]
	r.Failed[0].Stats = [2]cover.Stats{{Status: cover.Solved}, {Status: results.Crash}}
	want := []string{"failed: f/6 s: broken", "5 searches not compared: f/0 s, f/2 s, f/3 s and 2 more: x", "1 search not compared: f/1 s: y"}
	if notes := report.AB(r).Notes; len(notes) != 5 || !slices.Equal(notes[2:], want) {
		t.Errorf("got %q, want two lines and %q", notes, want)
	}
	var many ab.Result
	for k := range 22 {
		many.LeftOut = append(many.LeftOut, &ab.Search{Why: fmt.Sprint("reason ", 10+k)})
	}
	if notes := report.AB(many).Notes; notes[len(notes)-1] != "searches not compared for 2 reasons more" || len(notes) != 23 {
		t.Errorf("got %q, want twenty reasons and how many more there are", notes)
	}
}

// A search within its margin has a line if there are few searches.
func TestFewSearchesAreAllListed(t *testing.T) {
	for searches, want := range map[int]int{20: 1, 21: 0} {
		r := ab.Result{Searches: searches, Groups: []ab.Group{{Kind: ab.BySearch, Name: "f/1 s", Verdict: ab.Within}}}
		if got := len(report.AB(r).Rows); got != want {
			t.Errorf("%d searches: got %d lines, want %d", searches, got, want)
		}
	}
}
