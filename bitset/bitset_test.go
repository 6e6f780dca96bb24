package bitset

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"xcbench/cover"
)

// randomProblem has options of up to longest of the items, one in eight of which is secondary.
func randomProblem(rng *rand.Rand, items, options, longest int) *cover.Problem {
	var b cover.Builder
	secondary := rng.IntN(items/8 + 1)
	for i := range items {
		if i < items-secondary {
			b.Primary(fmt.Sprint(i))
		} else {
			b.Secondary(fmt.Sprint(i))
		}
	}
	for range options {
		b.OptionOf(rng.Perm(items)[:1+rng.IntN(longest)]...)
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

var representations = []struct {
	name    string
	prepare func(*cover.Problem, cover.Rule) (cover.Search, error)
}{
	{"dense", prepareDense}, {"filter", prepareFilter}, {"lanes", prepareLanes}, {"rows", prepareRows},
}

func TestRepresentationsWalkTheSameTreeWithTheSameUpdates(t *testing.T) {
	trials := 600
	if testing.Short() {
		trials = 120
	}
	defer func(was bool) { simd = was }(simd)
	processor := simd
	held := map[string]int{}
	for seed := range uint64(trials) {
		rng := rand.New(rand.NewPCG(seed, 1))
		items := 2 + rng.IntN([]int{20, 50, 110, 300}[seed%4])
		p := randomProblem(rng, items, 1+rng.IntN(300), min(items, 2+rng.IntN(8)))
		for _, rule := range []cover.Rule{cover.MRV, cover.First} {
			want := map[string]any{}
			for _, r := range representations {
				x, err := r.prepare(p, rule)
				var unsupported *cover.UnsupportedError
				if errors.As(err, &unsupported) {
					continue
				} else if err != nil {
					t.Fatal(err)
				}
				name := r.name
				if l, ok := x.(*lanes); ok {
					name = fmt.Sprint(name, 1<<l.log)
				} else if f, ok := x.(*filter); ok && f.wide {
					name += " wide"
				}
				held[name]++
				for _, simd = range []bool{processor, false} {
					var chosen [][]int
					stats := x.Run(context.Background(), cover.Limits{Nodes: 3000}, func(options []int) bool {
						chosen = append(chosen, append([]int(nil), options...))
						return true
					})
					for what, got := range map[string]any{"solutions": chosen, "levels": stats.Levels, "status": stats.Status} {
						if want[what] == nil {
							want[what] = got
						} else if !reflect.DeepEqual(got, want[what]) {
							t.Fatalf("seed %d, rule %s, %s, simd %v: got %s %v, want %v", seed, rule, name, simd, what, got, want[what])
						}
					}
				}
				simd = processor
			}
		}
	}
	for _, name := range []string{"dense", "filter", "filter wide", "lanes16", "lanes32", "lanes64", "rows"} {
		if held[name] < trials/20 {
			t.Errorf("%s: held %d of %d problems, want more", name, held[name], trials)
		}
	}
}

func TestChoiceFollowsTheShape(t *testing.T) {
	for _, c := range []struct {
		items, options, longest int
		simd                    bool
		want                    cover.Search
	}{
		{30, 60, 3, true, &lanes{}},
		{30, 60, 3, false, &dense{}},
		{300, 500, 8, true, &lanes{}},
		{300, 500, 8, false, &rows{}},
		{70, 1200, 8, true, &filter{}},
		{70, 1200, 8, false, &rows{}},
		{70, 3000, 8, false, &dense{}},
		{200, 3000, 10, true, &rows{}},
		{200, 6000, 10, true, &dense{}},
	} {
		p := randomProblem(rand.New(rand.NewPCG(1, 1)), c.items, c.options, c.longest)
		got, err := choose(p, c.simd)(p, cover.MRV)
		if err != nil {
			t.Fatal(err)
		}
		if reflect.TypeOf(got) != reflect.TypeOf(c.want) {
			t.Errorf("%d items, %d options of up to %d, simd %v: got %T, want %T", c.items, c.options, c.longest, c.simd, got, c.want)
		}
	}
}

func TestRepresentationsRefuseWhatTheyCannotHold(t *testing.T) {
	wide := randomProblem(rand.New(rand.NewPCG(1, 1)), 200, 6000, 10)
	for _, r := range representations {
		_, err := r.prepare(wide, cover.MRV)
		var unsupported *cover.UnsupportedError
		if got, want := errors.As(err, &unsupported), r.name != "dense"; got != want {
			t.Errorf("%s: got %v for 200 items with some 160 options each, want unsupported: %v", r.name, err, want)
		}
	}
}
