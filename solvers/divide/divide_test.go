package divide_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// total is the sum over some searches.
type total struct {
	cover.Stats
	solutions []string
}

func (a *total) visit(options []int) bool {
	a.solutions = append(a.solutions, fmt.Sprint(slices.Sorted(slices.Values(options))))
	return true
}

func TestPartsAndTrunkAddUpToTheSearch(t *testing.T) {
	problems := map[string]*cover.Problem{"queens": corpustest.Problem("queens/6")}
	for seed := range uint64(20) {
		problems[fmt.Sprint("random ", seed)] = textbook.Random(seed)
	}
	for name, p := range problems {
		for _, v := range append(solvers.All(), solvers.Auto()) {
			x, err := cover.Prepare(v, p)
			if err != nil || !v.Divisible() || x.Run(t.Context(), cover.Limits{Nodes: 3000}, nil).Status != cover.Solved {
				continue
			}
			var want total
			followed := cover.Limits{Trace: &cover.Trace{Node: func(int) {}}} // auto has another solver for it, as for parts
			want.Add(x.Run(t.Context(), followed, want.visit))
			slices.Sort(want.solutions)
			for _, nodes := range []float64{1, 7, 50} {
				plan, err := divide.Plan(t.Context(), v, p, nodes, 1, nil)
				if err != nil {
					t.Fatal(err)
				}
				var parts []divide.Part
				for _, s := range plan {
					parts = append(parts, s.Part)
				}
				var all total
				for _, k := range rand.New(rand.NewPCG(1, 1)).Perm(len(parts) + 1) { // the parts and the trunk in a random order
					var stats cover.Stats
					if k == len(parts) {
						stats, err = divide.Trunk(t.Context(), x, p.MaxDepth(), parts, all.visit)
					} else {
						stats, err = divide.Search(t.Context(), x, p.MaxDepth(), parts[k], all.visit)
					}
					if all.Add(stats); err != nil || stats.Status != cover.Solved {
						t.Fatal(stats.Status, err)
					}
				}
				if slices.Sort(all.solutions); !reflect.DeepEqual(all, want) {
					t.Errorf("%s by %s in %d parts: got %+v, want %+v", name, v.Name, len(parts), all, want)
				}
			}
		}
	}
}

func TestPartsHaveAboutTheWantedSize(t *testing.T) {
	p := corpustest.Problem("queens/10") // 16,448 nodes
	v, _ := solvers.Find("dlx_index")
	x := textbook.Prepared(t, v, p)
	const wanted = 400
	plan, err := divide.Plan(t.Context(), v, p, wanted, 1, nil)
	if err != nil || len(plan) < 30 || len(plan) > 120 {
		t.Fatalf("got %d parts, %v, want 30 to 120", len(plan), err)
	}
	for _, part := range plan {
		stats, err := divide.Search(t.Context(), x, p.MaxDepth(), part.Part, nil)
		if err != nil || stats.Nodes > 3*wanted || part.Nodes > 1.5*wanted {
			t.Errorf("%s: got %d nodes and %v, estimated %v, want about %d", part, stats.Nodes, err, part.Nodes, wanted)
		}
	}
	again, err := divide.Plan(t.Context(), v, p, wanted, 1, nil)
	if err != nil || !reflect.DeepEqual(plan, again) {
		t.Error("got other parts the second time")
	}
}
