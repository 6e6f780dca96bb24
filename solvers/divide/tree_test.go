package divide_test

import (
	"context"
	"errors"
	"fmt"
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

// A part is searched alone, and left out by the trunk.
func TestAKnownTreeHasItsPartsAndNoOthers(t *testing.T) {
	const none = -1
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	x := plant(small)
	for name, c := range map[string]struct {
		part           divide.Part
		nodes, updates int64 // none if the tree does not have the part
	}{
		"/0-2":                {divide.Part{To: 3}, 10, 7},
		"/1-1":                {divide.Part{From: 1, To: 2}, 6, 5},
		"1/1-1":               {divide.Part{Path: []int32{1}, From: 1, To: 2}, 3, 2},
		"/0-3":                {divide.Part{To: 4}, none, none},
		"0/0-0":               {divide.Part{Path: []int32{0}, To: 1}, none, none},
		"3/0-0":               {divide.Part{Path: []int32{3}, To: 1}, none, none},
		"1.1.0.0.0.0.0.0/0-0": {divide.Part{Path: []int32{1, 1, 0, 0, 0, 0, 0, 0}, To: 1}, none, none},
	} {
		if c.part.String() != name {
			t.Errorf("got %s, want %s", c.part, name)
		}
		for _, ctx := range []context.Context{t.Context(), ended} {
			alone, err := divide.Search(ctx, x, 3, c.part, nil)
			rest, missed := divide.Trunk(ctx, x, 3, []divide.Part{c.part}, nil)
			missing := ctx == t.Context() && c.nodes == none
			switch {
			case ctx == ended && (alone.Status != cover.Timeout || rest.Status != cover.Timeout),
				errors.As(err, new(*divide.PartError)) != missing, errors.As(missed, new(*divide.PartError)) != missing:
				t.Errorf("%s: got %s, %v alone and %s, %v left out, want a timeout after the end of the context, "+
					"and otherwise an error if there is no such part", name, alone.Status, err, rest.Status, missed)
			case ctx != ended && !missing && (alone.Nodes != c.nodes || alone.Updates != c.updates ||
				11-rest.Nodes != c.nodes || 10-rest.Updates != c.updates):
				t.Errorf("%s: got %+v alone and %+v left out, want %d nodes and %d updates", name, alone, rest, c.nodes, c.updates)
			}
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
		name  string
		root  tree
		nodes float64
		want  string
	}{
		{"exactly as many", tree{leaves(1), leaves(1), {}, {}}, 4, "[/0-1 4 /2-3 2]"},
		{"little larger", tree{leaves(5)}, 4, "[/0-0 6]"},
		{"too large", tree{leaves(6)}, 4, "[0/0-3 4 0/4-5 2]"},
		{"too large, with one child", tree{{leaves(5)}}, 4, "[0/0-0 6]"},
		{"in the middle", tree{{}, leaves(6), {}, {}}, 4, "[/0-0 1 1/0-3 4 1/4-5 2 /2-3 2]"},
		{"larger than tolerated", leaves(2), 1.9, "[/0-0 1 /1-1 1]"},
		{"not larger than tolerated", leaves(2), 2, "[]"},
	} {
		x := plant(c.root)
		var told, counted []int
		parts, err := divide.Plan(t.Context(), x, x.p, c.nodes, 1, func(n int) { told = append(told, n) })
		got := []string{}
		for k, part := range parts {
			got, counted = append(got, fmt.Sprintf("%s %.3g", part, part.Nodes)), append(counted, k+1)
		}
		if err != nil || fmt.Sprint(got) != c.want || !slices.Equal(told, counted) {
			t.Errorf("%s: got %v, told %v, %v, want %s", c.name, got, told, err, c.want)
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
