package report_test

import (
	"fmt"
	"slices"
	"testing"

	"xcbench/compare/ab"
	"xcbench/cover"
	"xcbench/report"
	"xcbench/results"
)

// Each reason has a line, with the number of its searches.
func TestEveryReasonToLeaveASearchOutIsNamed(t *testing.T) {
	var r ab.Result
	for k, why := range []string{"x", "y", "x", "x", "x", "x", "broken"} {
		r.LeftOut = append(r.LeftOut, &ab.Search{Search: results.Search{InstanceID: fmt.Sprint("f/", k), Solver: "s"}, Why: why})
	}
	r.Failed = r.LeftOut[6:]
	r.Failed[0].Stats = [2]cover.Stats{{Status: cover.Solved}, {Status: results.Crash}}
	want := []string{"1 search failed or left out: f/6 s: broken", "5 searches failed or left out: f/0 s, f/2 s, f/3 s and 2 more: x",
		"1 search failed or left out: f/1 s: y"}
	if notes := report.AB(r).Notes; len(notes) != 5 || !slices.Equal(notes[2:], want) {
		t.Errorf("got %q, want two lines and %q", notes, want)
	}
}
