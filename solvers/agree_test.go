package solvers_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers"
	"xcbench/solvers/infer"
	"xcbench/solvers/lanes"
)

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

// randomProblem returns a small problem. Some have no solution, no items, items without options,
// empty options, or the same option twice.
func randomProblem(rng *rand.Rand) *cover.Problem {
	return build(func(b *cover.Builder) {
		primary, secondary := rng.IntN(8), rng.IntN(4)
		for i := range primary {
			b.Primary(fmt.Sprintf("p%d", i))
		}
		for i := range secondary {
			b.Secondary(fmt.Sprintf("s%d", i))
		}
		density := rng.Float64()
		var last []int
		for range rng.IntN(13) {
			var items []int
			for i := range primary + secondary {
				if rng.Float64() < density {
					items = append(items, i)
				}
			}
			rng.Shuffle(len(items), func(a, b int) { items[a], items[b] = items[b], items[a] })
			if rng.IntN(8) == 0 {
				items = last
			}
			b.OptionOf(items...)
			last = items
		}
	})
}

// solutions runs v and returns its solutions as sorted text, or nil if v only counts them.
func solutions(ctx context.Context, t *testing.T, v solvers.Variant, p *cover.Problem) ([]string, cover.Stats) {
	var all []string
	visit := func(options []int) bool {
		if err := cover.Check(p, options); err != nil {
			t.Errorf("%s: %v is no solution: %v", v.Name, options, err)
		}
		all = append(all, fmt.Sprint(slices.Sorted(slices.Values(options))))
		return true
	}
	if v.Capabilities().CountsOnly {
		visit = nil
	}
	stats, err := cover.Solve(ctx, v, p, cover.Limits{}, visit)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all, stats
}

// Half of the problems are solved with a context that nobody can cancel. Some solvers take another
// path then.
func TestSolversFindTheSolutionsOfBruteForceAndAgreeOnEveryLevel(t *testing.T) {
	trials := 1500
	switch {
	case long:
		trials = 5000
	case testing.Short():
		trials = 300
	}
	contexts := []context.Context{context.Background(), t.Context()}
	all := append(solvers.BuiltIn(), solvers.Representations()...)
	for _, v := range all {
		if form, ok := solvers.Find(v.Name + solvers.ParallelSuffix); ok {
			all = append(all, form)
		}
	}
	solvable := 0
	for seed := range uint64(trials) {
		p := randomProblem(rand.New(rand.NewPCG(seed, 1)))
		want := textbook.BruteForce(p)
		if len(want) > 0 {
			solvable++
		}
		trees := map[cover.Rule][]cover.Level{}
		updates := map[string][]cover.Level{}
		for _, v := range all {
			got, stats := solutions(contexts[seed%2], t, v, p)
			can := v.Capabilities()
			if stats.Solutions != int64(len(want)) || !can.CountsOnly && !slices.Equal(got, want) {
				t.Fatalf("seed %d, %s: got %d solutions %v, want %v", seed, v.Name, stats.Solutions, got, want)
			}
			if can.NoLevels {
				continue
			}
			if sum := total(stats.Levels); sum.Nodes != stats.Nodes || sum.Updates != stats.Updates {
				t.Fatalf("seed %d, %s: levels sum up to %v, totals are %d and %d",
					seed, v.Name, sum, stats.Nodes, stats.Updates)
			}
			if tree, ok := trees[v.Rule]; !ok {
				trees[v.Rule] = stats.Levels
			} else if !slices.EqualFunc(tree, stats.Levels, func(a, b cover.Level) bool { return a.Nodes == b.Nodes }) {
				t.Fatalf("seed %d, %s: got levels %v, want nodes as in %v", seed, v.Name, stats.Levels, tree)
			}
			class := string(v.Rule) + string(v.Counter)
			if same, ok := updates[class]; !ok {
				updates[class] = stats.Levels
			} else if !slices.Equal(same, stats.Levels) {
				t.Fatalf("seed %d, %s: got levels %v, want %v", seed, v.Name, stats.Levels, same)
			}
		}
	}
	if solvable < trials/10 || solvable > trials*9/10 {
		t.Errorf("%d of %d problems have a solution; expected a mixture", solvable, trials)
	}
}

func total(levels []cover.Level) (sum cover.Level) {
	for _, l := range levels {
		sum.Nodes += l.Nodes
		sum.Updates += l.Updates
	}
	return sum
}

func TestSpecialProblemsHaveTheExpectedSolutionsAndNodes(t *testing.T) {
	for _, c := range []struct {
		name             string
		fill             func(b *cover.Builder)
		solutions, nodes int64
		dlxUpdates       int64
		forcedNodes      int64 // under rules where forced options make no nodes
	}{
		{"no items", func(b *cover.Builder) {}, 1, 1, 0, 1},
		{"only secondary items", func(b *cover.Builder) { b.Secondary("x"); b.Option("x") }, 1, 1, 0, 1},
		{"an item without options", func(b *cover.Builder) { b.Primary("a") }, 0, 1, 1, 1},
		{"an empty option", func(b *cover.Builder) { b.Primary("a"); b.Option(); b.Option("a") }, 1, 2, 1, 1},
		{"the same option twice", func(b *cover.Builder) { b.Primary("a"); b.Option("a"); b.Option("a") }, 2, 3, 1, 3},
	} {
		p := build(c.fill)
		for _, v := range everything() {
			got, err := cover.Solve(context.Background(), v, p, cover.Limits{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			nodes := c.nodes
			if v.Rule == lanes.Forced || v.Rule == infer.Infer {
				nodes = c.forcedNodes
			}
			if got.Solutions != c.solutions || got.Nodes != nodes ||
				v.Counter == solvers.Links && got.Updates != c.dlxUpdates {
				t.Errorf("%s, %s: got %d solutions, %d nodes, %d updates, want %d, %d, and %d with dancing links",
					c.name, v.Name, got.Solutions, got.Nodes, got.Updates, c.solutions, nodes, c.dlxUpdates)
			}
		}
	}
}

// refuses reports whether err is the refusal of a representation. A representation may be unable to
// hold a problem of moderate size.
func refuses(v solvers.Variant, err error) bool {
	var unsupported *cover.UnsupportedError
	return errors.As(err, &unsupported) &&
		slices.ContainsFunc(solvers.Representations(), func(f solvers.Variant) bool { return f.Name == v.Name })
}
