package bench

import (
	"context"
	"errors"
	"os"
	"path/filepath"
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

func hashOf(t *testing.T, p Plan) string {
	hash, err := p.hash(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

func TestOrderOfAPlanDependsOnlyOnItsSeed(t *testing.T) {
	p := somePlan(t)
	steps, hash := slices.Collect(p.steps()), hashOf(t, p)
	if again := slices.Collect(p.steps()); !slices.Equal(steps, again) || hashOf(t, p) != hash {
		t.Error("got two orders for one seed, want the same order")
	}
	if len(hash) != 32 { // run.json of older runs has hashes of this length
		t.Errorf("got the hash %s, want 32 digits", hash)
	}
	p.Seed++
	if slices.Equal(steps, slices.Collect(p.steps())) || hashOf(t, p) == hash {
		t.Error("got the same order for two seeds, want two orders")
	}
}

// countdown is a context that ends after it was asked a number of times.
type countdown struct {
	context.Context
	left *int
}

func (c countdown) Err() error {
	if *c.left--; *c.left < 0 {
		return context.Canceled
	}
	return nil
}

// An interrupt ends the making of a plan. It leaves no directory, or a run that can be resumed.
func TestAnInterruptEndsTheMakingOfAPlan(t *testing.T) {
	p := plan(t, []solvers.Variant{good}, "queens/6")
	p.Samples = 100
	for _, left := range []int{0, 50, 99, 100, 150, 199} { // the plan is hashed, and then written
		dir := filepath.Join(t.TempDir(), "run")
		err := p.Execute(countdown{t.Context(), &left}, Job{Dir: dir, Progress: quiet, Log: silent})
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v, want %v", err, context.Canceled)
		}
		if left < -2 {
			t.Errorf("got %d steps after the interrupt, want none", -left)
		}
		entries, _ := os.ReadDir(dir)
		if len(entries) == 0 {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, results.PlanFile))
		if record, recordErr := results.ReadRecord(dir); recordErr != nil || record.Sessions[0].Error != "interrupted" || err != nil ||
			strings.Count(string(text), "\n") != 101 {
			t.Errorf("got record %+v, %v and a plan of %d bytes, %v, want an interrupted run with its whole plan", record,
				recordErr, len(text), err)
		}
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
	if err := p.write(t.Context(), &text, r.skipReason); err != nil {
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
	rows = slices.Collect(p.Sort(results.RowsOf(rows), profiles).All())
	if rows[0].Solver != "b" || rows[0].InstanceID() != "queens/8" || rows[1].Solver != "a" ||
		profiles[0].InstanceID() != "queens/8" {
		t.Errorf("got %v and %v, want queens/8 first, with its rows in their old order", rows, profiles)
	}
}
