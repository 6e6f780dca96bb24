package chart_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/drup"
	"xcbench/report/chart"
)

// historyOf learns n clauses. Clause k, from 0, has the length that a function says. Half of the
// clauses are forgotten each time that 1000 are kept.
func historyOf(n int, length func(k int) int) *drup.History {
	h := &drup.History{Name: "queens/8"}
	kept := int32(0)
	for k := range n {
		if kept++; kept == 1000 {
			kept = 500
		}
		h.Lengths, h.Kept = append(h.Lengths, int32(length(k))), append(h.Kept, kept)
		if k%100 == 0 {
			h.Restarts = append(h.Restarts, k)
		}
	}
	return h
}

func learning(t *testing.T, h *drup.History, narrow bool) *chart.Figure {
	t.Helper()
	kind, err := chart.Find("learning")
	if err != nil {
		t.Fatal(err)
	}
	f, err := kind.Draw(chart.Input{Proof: h, Narrow: narrow})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestLearningHasALineOfMediansAndOneOfClausesKept(t *testing.T) {
	// The first clauses have 1 to 11 literals in turns, later ones ten times as many.
	f := learning(t, historyOf(3000, func(k int) int { return (1 + k%11) * (1 + 9*(k/1500)) }), false)
	var csv strings.Builder
	if err := f.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(csv.String())
	if want := "learned,shortest_tenth,median,longest_tenth,kept"; lines[0] != want || len(lines) != 151 {
		t.Errorf("got heading %q and %d lines, want %q and 151", lines[0], len(lines), want)
	}
	for _, want := range []string{"20,2,6,9,20", "980,2,7,10,980", "1000,2,6,10,500", "3000,20,60,100,500"} {
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) }) {
			t.Errorf("got no line %s...\n%s", want, csv.String())
		}
	}
}

func TestLearningIsDrawnForAnyProof(t *testing.T) {
	for name, h := range map[string]*drup.History{
		"one clause":      {Lengths: []int32{7}, Kept: []int32{1}},
		"two":             {Lengths: []int32{7, 0}, Kept: []int32{1, 2}, Complete: true},
		"none kept":       {Lengths: []int32{3, 3, 3}, Kept: []int32{0, 0, 0}, Restarts: []int{1, 1, 3}},
		"many clauses":    historyOf(300_000, func(k int) int { return 1 + k*k%5000 }),
		"long ones":       historyOf(500, func(int) int { return 100_000 }),
		"a name with < &": {Name: "a<b&c", Lengths: []int32{1, 2}, Kept: []int32{1, 2}},
	} {
		for _, narrow := range []bool{false, true} {
			f := learning(t, h, narrow)
			for _, ext := range chart.Formats {
				data, err := f.Encode(ext, chart.MadeBy("xcbench plot learning p.drup", nil))
				if err != nil || len(data) == 0 || len(data) > 300_000 || strings.Contains(string(data), "NaN") {
					t.Errorf("%s, %s, narrow %v: got %d bytes, %v, want some, without NaN", name, ext, narrow, len(data), err)
				}
			}
		}
	}
}

func TestLearningSaysWhatItShows(t *testing.T) {
	done := historyOf(1234, func(int) int { return 5 })
	done.Lengths, done.Kept, done.Complete = append(done.Lengths, 0), append(done.Kept, 7), true
	for _, c := range []struct {
		h     *drup.History
		has   []string
		lacks string
	}{
		{done, []string{"Learned clauses of queens/8", "1,235 clauses learned; 13 restarts."}, "Incomplete"},
		{historyOf(40, func(int) int { return 5 }), []string{"40 clauses learned; 1 restart.", "Incomplete: the search stopped"}, "learned of x"},
	} {
		data, err := learning(t, c.h, false).Encode(".svg", chart.MadeBy("xcbench plot learning p.drup", nil))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.has {
			if !strings.Contains(string(data), want) {
				t.Errorf("got no %q in the plot", want)
			}
		}
		if strings.Contains(string(data), c.lacks) {
			t.Errorf("got %q in the plot", c.lacks)
		}
	}
}

func TestNothingLearnedIsNoPlot(t *testing.T) {
	kind, _ := chart.Find("learning")
	for _, h := range []*drup.History{{}, {Lengths: []int32{0}, Kept: []int32{1}, Complete: true}} {
		_, err := kind.Draw(chart.Input{Proof: h})
		if empty := (*chart.EmptyError)(nil); !errors.As(err, &empty) {
			t.Errorf("%+v: got %v, want an error that there is nothing to draw", h, err)
		}
	}
	if _, err := kind.Draw(chart.Input{}); err == nil || !strings.Contains(fmt.Sprint(err), "expected one") {
		t.Errorf("no proof: got %v", err)
	}
}
