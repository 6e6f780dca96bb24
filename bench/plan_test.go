package bench

import (
	"slices"
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

func somePlan(t *testing.T) Plan {
	p := plan(t, solvers.All(), "queens/6", "queens/7", "queens/8", "langford/7", "domino/4x4")
	p.Samples = 3
	return p
}

func TestOrderOfAPlanDependsOnlyOnItsSeed(t *testing.T) {
	p := somePlan(t)
	steps, hash := slices.Collect(p.steps()), p.hash()
	if again := slices.Collect(p.steps()); !slices.Equal(steps, again) || p.hash() != hash {
		t.Error("got two orders for one seed, want the same order")
	}
	p.Seed++
	if slices.Equal(steps, slices.Collect(p.steps())) || p.hash() == hash {
		t.Error("got the same order for two seeds, want two orders")
	}
}

func TestEachRoundOfAPlanHasEveryPairOnceInANewOrder(t *testing.T) {
	p := somePlan(t)
	steps := slices.Collect(p.steps())
	if got, want := len(steps), p.stepCount(); got != want {
		t.Fatalf("got %d steps, want %d", got, want)
	}
	round := len(steps) / p.Samples
	var orders [][]step
	for s := range p.Samples {
		seen := map[step]bool{}
		var order []step
		for _, step := range steps[s*round : (s+1)*round] {
			if step.sample != s {
				t.Errorf("got sample %d in round %d", step.sample, s)
			}
			step.sample = 0
			seen[step] = true
			order = append(order, step)
		}
		if len(seen) != round {
			t.Errorf("round %d: got %d pairs, want %d", s, len(seen), round)
		}
		orders = append(orders, order)
	}
	if slices.Equal(orders[0], orders[1]) {
		t.Error("got two rounds in the same order, want each round shuffled")
	}
}

func TestPlanFileSaysWhyAStepIsSkipped(t *testing.T) {
	p := plan(t, []solvers.Variant{good}, "queens/6")
	p.Samples = 3
	r := p.newRunner(recorded{rows: []results.Row{
		{Family: "queens", Name: "6", Solver: "good", Status: cover.Solved},
		{Family: "queens", Name: "6", Solver: "good", Status: cover.Timeout},
	}})
	var text strings.Builder
	if err := p.write(&text, r.skipReason); err != nil {
		t.Fatal(err)
	}
	const want = `sample,family,inst,solver,skipped
1,queens,6,good,
2,queens,6,good,
3,queens,6,good,timeout in sample 2
`
	if text.String() != want {
		t.Errorf("got\n%s\nwant\n%s", text.String(), want)
	}
}

func TestRecordedRowsAreSortedInTheOrderOfThePlan(t *testing.T) {
	p := Plan{Instances: []corpus.Instance{instance(t, "queens/8"), instance(t, "domino/4x4")}}
	rows := []results.Row{{Family: "domino", Name: "4x4", Solver: "b"}, {Family: "queens", Name: "8", Solver: "b"},
		{Family: "queens", Name: "8", Solver: "a"}}
	profiles := []results.Profile{{Family: "domino", Name: "4x4"}, {Family: "queens", Name: "8"}}
	p.Sort(rows, profiles)
	if rows[0].Solver != "b" || rows[0].InstanceID() != "queens/8" || rows[1].Solver != "a" ||
		profiles[0].InstanceID() != "queens/8" {
		t.Errorf("got %v and %v, want queens/8 first, with its rows in their old order", rows, profiles)
	}
}
