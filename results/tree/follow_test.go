package tree_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/naive"
	"xcbench/results/tree"
)

// problem returns a problem with the words of a text as items, and those of the other texts as options.
func problem(t *testing.T, items string, options ...string) *cover.Problem {
	t.Helper()
	var b cover.Builder
	b.Primary(strings.Fields(items)...)
	for _, option := range options {
		b.Option(strings.Fields(option)...)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// knuth2000 is the example of Knuth's paper "Dancing Links", figure 3.
func knuth2000(t *testing.T) *cover.Problem {
	t.Helper()
	return problem(t, "A B C D E F G", "C E F", "A D G", "B C F", "A D", "B G", "D E G")
}

// told writes a node as text, with 1 for the first option.
func told(p *cover.Problem, n *tree.Node) string {
	name := func(i int) string {
		if i < 0 {
			return "-"
		}
		return p.Name(i)
	}
	above, tries := "-", "0/0"
	if n.Up != nil {
		above, tries = fmt.Sprint(name(n.Up.Item), ">", n.Option()+1), fmt.Sprint(n.Try, "/", len(n.Up.Options))
	}
	equals := ""
	for _, i := range n.Equals {
		equals += name(i)
	}
	return fmt.Sprintf("%d %s %s out%v left%v %s%v %s", n.Level, above, tries, oneUp(n.RuledOut), oneUp(n.Left), name(n.Item),
		oneUp(n.Options), equals)
}

func oneUp(all []int) (up []int) {
	for _, n := range all {
		up = append(up, n+1)
	}
	return up
}

// On random problems a follower finds the options of every solution, whatever stops the search.
func TestFollowersAndSolversAgreeOnRandomProblems(t *testing.T) {
	for seed := range uint64(60) {
		p := textbook.Random(seed)
		if seed%3 == 0 {
			p = textbook.Coloured(p, seed)
		}
		for _, rule := range []cover.Rule{cover.MRV, cover.First} {
			for _, solver := range []cover.Solver{dlx.Index(rule), naive.New(rule)} {
				for _, nodes := range []int64{0, 7} {
					var steps int64
					var got, want []string
					f := tree.Follow(p, rule, func(n *tree.Node) {
						if steps++; n.Item < 0 {
							got = append(got, fmt.Sprint(n.Path()))
						}
					})
					stats, err := cover.Solve(t.Context(), solver, p, cover.Limits{Nodes: nodes, Trace: f.Trace()},
						func(options []int) bool {
							want = append(want, fmt.Sprint(options))
							return true
						})
					if err != nil || f.Err() != nil || steps != stats.Nodes || !slices.Equal(got, want) {
						t.Fatalf("seed %d, %s: got %d steps to %v, errors %v, %v; want %d to %v", seed, rule, steps, got,
							err, f.Err(), stats.Nodes, want)
					}
				}
			}
		}
	}
}

// labelled returns the sketch of a search whose nodes were to be labelled.
func labelled(t *testing.T, p *cover.Problem, rule cover.Rule, solver cover.Solver) (*tree.Sketch, error) {
	t.Helper()
	var file bytes.Buffer
	w := tree.NewWriter(&file, "a", "b", rule)
	names := format.NamingOf(p)
	w.Label(p, names.Item, names.Option)
	stats, err := cover.Solve(t.Context(), solver, p, cover.Limits{Trace: w.Trace()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(stats.Status); err != nil {
		return nil, err
	}
	s, err := decode(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return s, nil
}

func TestSmallTreesHaveTheNamesOfTheirNodes(t *testing.T) {
	s, err := labelled(t, knuth2000(t), cover.MRV, dlx.Index(cover.MRV))
	want := []tree.Label{{"A", ""}, {"B", "A D G"}, {"E", "B C F"}, {"E", "A D"}, {"B", "C E F"}, {"", "B G"}}
	if err != nil || !slices.Equal(s.Labels, want) {
		t.Errorf("got %v, %v, want %v", s, err, want)
	}
}

func TestLargeTreesAndOtherRulesHaveNoNames(t *testing.T) {
	star := func(n int) *cover.Problem { return problem(t, "a", slices.Repeat([]string{"a"}, n-1)...) } // of n nodes
	long := strings.Repeat("x", maxText)
	for what, c := range map[string]struct {
		p             *cover.Problem
		rule          cover.Rule
		nodes, labels int
	}{
		"60 nodes":        {star(60), cover.MRV, 60, 60},
		"61 nodes":        {star(61), cover.MRV, 61, 0},
		"the first item":  {star(60), cover.First, 60, 60},
		"another rule":    {star(5), "another", 5, 0},
		"the root only":   {star(1), cover.MRV, 1, 1},
		"65,537 entries":  {problem(t, "a b", slices.Repeat([]string{"a"}, maxEntries+1)...), cover.MRV, 1, 0},
		"a long name":     {problem(t, long[:maxText/3], long[:maxText/3]), cover.MRV, 2, 2},
		"a name too long": {problem(t, long, long), cover.MRV, 2, 0},
	} {
		s, err := labelled(t, c.p, c.rule, dlx.Index(cover.MRV))
		if err != nil || s.Nodes != int64(c.nodes) || len(s.Labels) != c.labels {
			t.Errorf("%s: got %v, want %d nodes and %d labels", what, err, c.nodes, c.labels)
		}
	}
}

func TestATreeOfAnotherRuleThanItsHeadSaysIsNotRecorded(t *testing.T) {
	_, err := labelled(t, corpustest.Problem("queens/6"), cover.MRV, dlx.Index(cover.First))
	if err == nil || !strings.Contains(err.Error(), "which the rule mrv does not") {
		t.Errorf("got %v, want an error about the rule", err)
	}
}
