package divide

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
	"xcbench/solvers/estimate"
)

// tree is a search tree: a node is the list of its children.
type tree []tree

// planted is a solver that walks through a known tree. A node has as many updates as children.
type planted struct {
	meter cover.Meter
	p     *cover.Problem
	root  tree
	runs  int   // so far
	most  int64 // nodes of a run
}

// plant returns a planted tree and a problem that allows so many levels below the root.
func plant(t *testing.T, root tree, depth int) *planted {
	t.Helper()
	var b cover.Builder
	for k := range depth {
		b.Primary(strconv.Itoa(k))
	}
	for k := range depth {
		b.OptionOf(k)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return &planted{p: p, root: root}
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

// The parts are searched three ways. What the trunk leaves out is the part.
func TestAKnownTreeHasItsPartsAndNoOthers(t *testing.T) {
	x := plant(t, small, 3)
	for _, c := range []struct {
		part    Part
		nodes   int64
		updates int64
		has     bool
	}{
		{Part{nil, 0, 3}, 10, 7, true},
		{Part{nil, 0, 1}, 1, 0, true},
		{Part{nil, 1, 2}, 6, 5, true},
		{Part{nil, 2, 3}, 3, 2, true},
		{Part{nil, 1, Rest}, 9, 7, true},
		{Part{nil, 3, Rest}, 0, 0, true},
		{Part{[]int32{1}, 1, 2}, 3, 2, true},
		{Part{[]int32{1}, 1, 3}, 4, 2, true},
		{Part{[]int32{1}, 3, Rest}, 0, 0, true},
		{Part{[]int32{2}, 0, 2}, 2, 0, true},
		{Part{[]int32{1, 1}, 0, 2}, 2, 0, true},
		{Part{[]int32{1, 1, 0}, 0, Rest}, 0, 0, true},
		{Part{nil, 0, 4}, 10, 7, false},
		{Part{nil, 3, 4}, 0, 0, false},
		{Part{[]int32{0}, 0, 1}, 0, 0, false},
		{Part{[]int32{1}, 0, 4}, 5, 2, false},
		{Part{[]int32{3}, 0, 1}, 0, 0, false},
		{Part{[]int32{3}, 0, Rest}, 0, 0, false},
		{Part{[]int32{1, 3}, 0, Rest}, 0, 0, false},
		{Part{[]int32{1, 1, 0}, 0, 1}, 0, 0, false},
		{Part{[]int32{1, 1, 0, 0, 0, 0, 0, 0}, 0, 1}, 0, 0, false},
	} {
		check := func(how string, stats cover.Stats, err error, nodes, updates int64) {
			t.Helper()
			var wrong *PartError
			if has := !errors.As(err, &wrong); has != c.has || has && err != nil {
				t.Errorf("%s, %s: got the error %v, want the tree to have the part: %v", c.part, how, err, c.has)
			}
			if c.has && (stats.Nodes != nodes || stats.Updates != updates) {
				t.Errorf("%s, %s: got %d nodes and %d updates, want %d and %d", c.part, how, stats.Nodes, stats.Updates,
					nodes, updates)
			}
		}
		stats, err := Search(context.Background(), x, 3, c.part, nil)
		check("alone", stats, err, c.nodes, c.updates)
		stats, err = Shared(context.Background(), x, 3, &c.part, &Sharing{}, nil)
		check("shared", stats, err, c.nodes, c.updates)
		if c.part.To != Rest {
			stats, err = Trunk(context.Background(), x, 3, []Part{c.part}, nil)
			check("left out", stats, err, 11-c.nodes, 10-c.updates)
		}
	}
}

func TestAPartHasItsChildrenOnly(t *testing.T) {
	part := Part{[]int32{4, 2}, 1, 3}
	for _, c := range []struct {
		path  []int32
		child int32
		want  bool
	}{
		{[]int32{4, 2}, 0, false}, {[]int32{4, 2}, 1, true}, {[]int32{4, 2}, 2, true}, {[]int32{4, 2}, 3, false},
		{[]int32{4, 1}, 1, false}, {[]int32{3, 2}, 1, false}, {[]int32{4}, 1, false}, {[]int32{4, 2, 0}, 1, false},
	} {
		if got := part.has(c.path, c.child); got != c.want {
			t.Errorf("child %d of %v: got %v, want %v", c.child, c.path, got, c.want)
		}
	}
}

func TestAnEndedContextIsNoPartErrorOfASharedSearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	stats, err := Shared(ctx, plant(t, small, 3), 3, &Part{To: 1}, &Sharing{}, nil)
	if err != nil || stats.Status != cover.Timeout {
		t.Errorf("got %s, %v, want a timeout", stats.Status, err)
	}
}

// A step is a node that the search comes to, after so many parts have been asked for.
type step struct{ ask, level int }

func TestSiblingsClosestToTheRootAreGivenFirst(t *testing.T) {
	for _, c := range []struct {
		name  string
		part  *Part
		steps []step
		want  []string // what is given at once is in one text
	}{
		{"one", nil, []step{{0, 0}, {0, 1}, {1, 2}}, []string{"/1-"}},
		{"two", nil, []step{{0, 0}, {0, 1}, {2, 2}}, []string{"/1- 0/1-"}},
		{"more than there are", nil, []step{{0, 0}, {0, 1}, {math.MaxInt, 2}}, []string{"/1- 0/1-"}},
		{"asked once", nil, []step{{0, 0}, {0, 1}, {1, 2}, {0, 2}, {0, 2}}, []string{"/1-"}},
		{"none before the first child", nil, []step{{1, 0}, {0, 1}}, []string{"/1-"}},
		{"one at a time", nil, []step{{0, 0}, {0, 1}, {0, 1}, {0, 2}, {1, 2}, {1, 2}, {1, 3}},
			[]string{"/2-", "1/3-", "1.2/1-"}},
		{"on the first level of a part", &Part{nil, 0, 2}, []step{{0, 0}, {1, 1}}, []string{"/1-1"}},
		{"below a part's last node", &Part{nil, 0, 2}, []step{{0, 0}, {0, 1}, {1, 1}, {1, 2}}, []string{"1/1-"}},
		{"nothing above a part", &Part{[]int32{0}, 0, 1}, []step{{0, 0}, {0, 1}, {9, 2}, {9, 3}}, []string{"0.0/1-"}},
	} {
		var got []string
		s := &Sharing{Give: func(parts []Part) error {
			var names []string
			for _, p := range parts {
				names = append(names, p.String())
			}
			got = append(got, fmt.Sprint(names))
			return nil
		}}
		w := newWatch(5, c.part, s)
		w.set = true
		for _, step := range c.steps {
			if step.ask > 0 {
				s.Ask(step.ask)
			}
			w.enterOrNot(step.level)
		}
		for k := range c.want {
			c.want[k] = "[" + c.want[k] + "]"
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestDepthOfTheWatchedLevelsFollowsThePace(t *testing.T) {
	const us = time.Microsecond
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			name           string
			pace, gap      time.Duration
			deep, wantDeep int
			wantPace       time.Duration
		}{
			{"neither", 100 * us, 180 * us, 5, 5, 110 * us},
			{"just not rare", 500 * us, 500 * us, 5, 5, 500 * us},
			{"rare", 500 * us, 508 * us, 5, 6, 250 * us},
			{"rare, on the deepest level", 500 * us, 508 * us, 6, 6, 501 * us},
			{"just not frequent", 50 * us, 50 * us, 5, 5, 50 * us},
			{"frequent", 50 * us, 42 * us, 5, 4, 250 * us},
			{"frequent, two levels watched", 50 * us, 42 * us, 4, 3, 250 * us},
			{"frequent, one level watched", 50 * us, 42 * us, 3, 3, 49 * us},
		} {
			w := newWatch(6, &Part{Path: []int32{0}, To: 1}, &Sharing{})
			if w.deep != 3 || w.pace != slowest {
				t.Fatalf("got %d levels and a pace of %v at first, want 3 and %v", w.deep, w.pace, slowest)
			}
			w.deep, w.pace = c.deep, c.pace
			time.Sleep(c.gap)
			w.adapt()
			if w.deep != c.wantDeep || w.pace != c.wantPace || !w.last.Equal(time.Now()) {
				t.Errorf("%s: got level %d and %v, want %d and %v", c.name, w.deep, w.pace, c.wantDeep, c.wantPace)
			}
		}
	})
}

// A slow search is watched one level deeper at each node from the part's first level on.
func TestASlowSearchIsWatchedDownToItsLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWatch(6, &Part{Path: []int32{0}, To: 1}, &Sharing{})
		for level, want := range []int{3, 3, 4, 5, 6, 6, 6} {
			time.Sleep(10 * time.Millisecond)
			if enter, ask := w.enterOrNot(level); !enter || ask != want {
				t.Errorf("level %d: got %v and %d, want to enter it and watch level %d", level, enter, ask, want)
			}
		}
	})
}

func TestSiblingsShareAPartWhileTheyAreSmallEnough(t *testing.T) {
	for _, c := range []struct {
		name  string
		root  tree
		sizes []float64
		want  []string
	}{
		{"as many as wanted", tree{{}, {}, {}}, []float64{2, 2, 1}, []string{"/0-1 4", "/2-2 1"}},
		{"little larger", tree{{{}, {}}}, []float64{6}, []string{"/0-0 6"}},
		{"too large", tree{{{}, {}}}, []float64{7}, []string{"0/0-1 2"}},
		{"too large, with one child", tree{{{}}}, []float64{7}, []string{"0/0-0 1"}},
		{"too large, but a leaf", tree{{}}, []float64{7}, []string{"/0-0 7"}},
		{"in the middle", tree{{}, {{}, {}}, {}, {}}, []float64{1, 7, 1, 1}, []string{"/0-0 1", "1/0-1 2", "/2-3 2"}},
	} {
		x := plant(t, c.root, 3)
		prober, err := estimate.New(x, x.p)
		if err != nil {
			t.Fatal(err)
		}
		var told []int
		d := &division{ctx: context.Background(), prober: prober, nodes: 4, tell: func(n int) { told = append(told, n) }}
		if err := d.split(nil, c.sizes); err != nil {
			t.Fatal(err)
		}
		var got []string
		var counted []int
		for k, part := range d.parts {
			got, counted = append(got, fmt.Sprint(part, " ", part.Nodes)), append(counted, k+1)
		}
		if !slices.Equal(got, c.want) || !reflect.DeepEqual(told, counted) {
			t.Errorf("%s: got %v, told %v, want %v", c.name, got, told, c.want)
		}
	}
}

func TestATreeIsDividedIfItIsLargerThanTolerated(t *testing.T) {
	x := plant(t, tree{{}, {}}, 3) // 3 nodes
	for nodes, want := range map[float64]bool{1: true, 1.9: true, 2: false, 2.1: false} {
		parts, err := Plan(context.Background(), x, x.p, nodes, 1, nil)
		if got := len(parts) > 0; err != nil || got != want {
			t.Errorf("parts of %v nodes: got %v, %v, want parts: %v", nodes, parts, err, want)
		}
	}
}

// A probe is a search for each level. Another search counts the children.
func TestAPlanMakesFewProbesOfBoundedWidth(t *testing.T) {
	x := plant(t, tree{make(tree, width), make(tree, width)}, 3)
	parts, err := Plan(context.Background(), x, x.p, 1000, 1, nil)
	if err != nil || parts != nil || x.runs != 1+probes*3 || x.most != 1+2+width {
		t.Errorf("got %v, %v, %d searches of up to %d nodes, want no parts, %d searches of %d", parts, err, x.runs, x.most,
			1+probes*3, 1+2+width)
	}
}
