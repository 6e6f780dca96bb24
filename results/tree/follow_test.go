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

// knuth2000 is the example of Knuth's paper "Dancing Links", figure 3.
func knuth2000(t *testing.T) *cover.Problem {
	t.Helper()
	var b cover.Builder
	b.Primary("A", "B", "C", "D", "E", "F", "G")
	for _, option := range []string{"C E F", "A D G", "B C F", "A D", "B G", "D E G"} {
		b.Option(strings.Fields(option)...)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
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

// star returns a problem whose tree has a root and n-1 solutions.
func star(t *testing.T, n int) *cover.Problem {
	t.Helper()
	var b cover.Builder
	b.Primary("a")
	for range n - 1 {
		b.Option("a")
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestLargeTreesAndOtherRulesHaveNoNames(t *testing.T) {
	for _, c := range []struct {
		nodes, labels int
		rule          cover.Rule
	}{{60, 60, cover.MRV}, {60, 60, cover.First}, {61, 0, cover.MRV}, {5, 0, "another"}, {1, 1, cover.MRV}} {
		s, err := labelled(t, star(t, c.nodes), c.rule, dlx.Index(cover.MRV))
		if err != nil || s.Nodes != int64(c.nodes) || len(s.Labels) != c.labels {
			t.Errorf("%d nodes, rule %s: got %v, %v, want %d labels", c.nodes, c.rule, s, err, c.labels)
		}
	}
	var b cover.Builder // one node, but more than 65,536 entries
	b.Primary("a", "b")
	for range 1<<16 + 1 {
		b.OptionOf(1)
	}
	if p, err := b.Problem(); err != nil {
		t.Fatal(err)
	} else if s, err := labelled(t, p, cover.MRV, dlx.Index(cover.MRV)); err != nil || s.Nodes != 1 || s.Labels != nil {
		t.Errorf("a large problem: got %v, %v, want one node without a label", s, err)
	}
	long := func(size int) *cover.Problem {
		var b cover.Builder
		b.Primary(strings.Repeat("x", size))
		b.OptionOf(0)
		p, err := b.Problem()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for size, labels := range map[int]int{maxText / 3: 2, maxText: 0} {
		if s, err := labelled(t, long(size), cover.MRV, dlx.Index(cover.MRV)); err != nil || len(s.Labels) != labels {
			t.Errorf("a name of %d bytes: got %v, want %d labels", size, err, labels)
		}
	}
}

func TestATreeOfAnotherRuleThanItsHeadSaysIsNotRecorded(t *testing.T) {
	_, err := labelled(t, corpustest.Problem("queens/6"), cover.MRV, dlx.Index(cover.First))
	if err == nil || !strings.Contains(err.Error(), "which the rule mrv does not") {
		t.Errorf("got %v, want an error about the rule", err)
	}
}
