package divide_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers/divide"
)

// tree is a search tree: a node is the list of its children.
type tree []tree

// leaves are nodes without children.
func leaves(n int) tree { return make(tree, n) }

// planted is a solver that walks through a known tree. A node has as many updates as children.
type planted struct {
	meter cover.Meter
	p     *cover.Problem // allows three levels below the root
	root  tree
	runs  int   // so far
	most  int64 // nodes of a run
}

func plant(root tree) *planted {
	return &planted{p: textbook.Problem(3, textbook.Singles(3, 3)...), root: root}
}

func (s *planted) Capabilities() cover.Capabilities             { return cover.Capabilities{} }
func (s *planted) Prepare(*cover.Problem) (cover.Search, error) { return s, nil }
func (s *planted) Run(ctx context.Context, l cover.Limits, v cover.Visitor) cover.Stats {
	s.runs++
	s.meter.Start(ctx, s.p, l, v, 1)
	s.walk(s.root, 0)
	stats := s.meter.Stats()
	s.most = max(s.most, stats.Nodes)
	return stats
}

func (s *planted) walk(n tree, level int) {
	if !s.meter.Node(level) {
		return
	}
	s.meter.Add(level, int64(len(n)))
	for _, child := range n {
		s.walk(child, level+1)
	}
}

// small has levels of 1, 3, 5 and 2 nodes.
var small = tree{{}, {{}, {{}, {}}, {}}, {{}, {}}}

// A part is searched alone, and left out by the trunk: 10 nodes and 7 updates are all but the root and its
// updates, and the trunk has these.
func TestAKnownTreeHasItsPartsAndNoOthers(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	x := plant(small)
	both := func(ctx context.Context, part divide.Part) string {
		alone, err := divide.Search(ctx, x, 3, part, nil)
		rest, missed := divide.Trunk(ctx, x, 3, []divide.Part{part}, nil)
		if err, ok := err.(*divide.PartError); ok && reflect.DeepEqual(err, missed) {
			return "no part " + err.Part.String()
		}
		return fmt.Sprintf("%s%v %s%v %v %v", alone.Status, alone.ByLevel(), rest.Status, rest.ByLevel(), err, missed)
	}
	for want, part := range map[string]divide.Part{
		"solved{10 7} solved{1 3} <nil> <nil>": {To: 3},
		"solved{6 5} solved{5 5} <nil> <nil>":  {From: 1, To: 2},
		"solved{3 2} solved{8 8} <nil> <nil>":  {Path: []int32{1}, From: 1, To: 2},
		"no part /0-3":                         {To: 4},
		"no part 0/0-0":                        {Path: []int32{0}, To: 1},
		"no part 3/0-0":                        {Path: []int32{3}, To: 1},
		"no part 1.1.0.0.0.0.0.0/0-0":          {Path: []int32{1, 1, 0, 0, 0, 0, 0, 0}, To: 1},
	} {
		if got := both(t.Context(), part); got != want {
			t.Errorf("%s: got %s, want %s", part, got, want)
		}
		if got, want := both(ended, part), "timeout{0 0} timeout{0 0} <nil> <nil>"; got != want {
			t.Errorf("%s in a context that has ended: got %s, want %s", part, got, want)
		}
	}
	if _, err := divide.Trunk(t.Context(), x, 3, []divide.Part{{From: 2, To: 3}, {From: 1, To: 2}}, nil); err == nil {
		t.Error("parts out of order: got no error")
	}
	if _, err := divide.Plan(ended, x, x.p, 1, 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a plan: got %v, want the error of the context", err)
	}
}

// The estimates of such small trees are exact. Plans tell how many parts they have found.
func TestSiblingsShareAPartWhileTheyAreSmallEnough(t *testing.T) {
	for _, c := range []struct {
		root  tree
		nodes float64
		want  string
	}{
		{tree{leaves(1), leaves(1), {}, {}}, 4, "[/0-1 4 /2-3 2]"},          // exactly as many
		{tree{leaves(5)}, 4, "[/0-0 6]"},                                    // little larger
		{tree{leaves(6)}, 4, "[0/0-3 4 0/4-5 2]"},                           // too large
		{tree{{leaves(5)}}, 4, "[0/0-0 6]"},                                 // too large, with one child
		{tree{{}, leaves(6), {}, {}}, 4, "[/0-0 1 1/0-3 4 1/4-5 2 /2-3 2]"}, // in the middle
		{leaves(2), 1.9, "[/0-0 1 /1-1 1]"},                                 // larger than tolerated
		{leaves(2), 2, "[]"},                                                // not larger than tolerated
	} {
		x := plant(c.root)
		var told, counted []int
		parts, err := divide.Plan(t.Context(), x, x.p, c.nodes, 1, func(n int) { told = append(told, n) })
		got := []string{}
		for k, part := range parts {
			got, counted = append(got, fmt.Sprintf("%s %.3g", part, part.Nodes)), append(counted, k+1)
		}
		if err != nil || fmt.Sprint(got) != c.want || !slices.Equal(told, counted) {
			t.Errorf("%v: got %v, told %v, %v, want %s", c.root, got, told, err, c.want)
		}
	}
}

// A probe is a search for each level. Another search counts the children.
func TestAPlanMakesFewProbesOfBoundedWidth(t *testing.T) {
	const probes, width = 3, 32
	x := plant(tree{leaves(width), leaves(width)})
	parts, err := divide.Plan(t.Context(), x, x.p, 1000, 1, nil)
	if err != nil || parts != nil || x.runs != 1+probes*3 || x.most != 1+2+width {
		t.Errorf("got %v, %v, %d searches of up to %d nodes, want no parts, %d searches of %d", parts, err, x.runs, x.most,
			1+probes*3, 1+2+width)
	}
}
