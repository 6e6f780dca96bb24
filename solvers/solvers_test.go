package solvers_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"xcbench/cover"
	"xcbench/solvers"
)

// long is true under "make test-long", which also solves the largest problems.
var long = os.Getenv("XCBENCH_LONG") != ""

// everything returns all variants that show a tree of options, and representations.
func everything() []solvers.Variant {
	all := slices.DeleteFunc(solvers.BuiltIn(), func(v solvers.Variant) bool {
		can := v.Capabilities()
		return can.NoLevels || can.CountsOnly
	})
	return append(all, solvers.Representations()...)
}

func find(name string) solvers.Variant {
	v, _ := solvers.Find(name)
	return v
}

// build returns the problem that fill makes.
func build(fill func(b *cover.Builder)) *cover.Problem {
	var b cover.Builder
	fill(&b)
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

// wide returns a problem whose options contain 10 items each. One solution is planted. With a hub,
// every option also contains the hub, the only secondary item.
func wide(items, options int, hub bool) *cover.Problem {
	const size = 10
	rng := rand.New(rand.NewPCG(7, 7))
	return build(func(b *cover.Builder) {
		for i := range items {
			b.Primary("i" + strconv.Itoa(i))
		}
		var tail []int
		if hub {
			b.Secondary("hub")
			tail = []int{items}
		}
		order := rng.Perm(items)
		for k := 0; k < items; k += size {
			b.OptionOf(append(slices.Clone(order[k:k+size]), tail...)...)
		}
		for range options - items/size {
			var list []int
			for len(list) < size {
				if i := rng.IntN(items); !slices.Contains(list, i) {
					list = append(list, i)
				}
			}
			slices.Sort(list)
			b.OptionOf(append(list, tail...)...)
		}
	})
}

// prepare makes a search of a variant.
func prepare(t testing.TB, v solvers.Variant, p *cover.Problem) cover.Search {
	t.Helper()
	s, err := cover.Prepare(v, p)
	if err != nil {
		t.Fatalf("%s: %v", v.Name, err)
	}
	return s
}

// run runs a search and returns the statistics without the time.
func run(s cover.Search, limits cover.Limits, visit cover.Visitor) cover.Stats {
	return runIn(context.Background(), s, limits, visit)
}

func runIn(ctx context.Context, s cover.Search, limits cover.Limits, visit cover.Visitor) cover.Stats {
	stats := s.Run(ctx, limits, visit)
	stats.Setup, stats.Search = 0, 0
	return stats
}
