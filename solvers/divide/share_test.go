package divide_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// asking is a search that calls before with the number of each question about a node, from 1.
type asking struct {
	cover.Search
	before func(question int)
}

func (x asking) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	question, enter := 0, limits.Trace.Enter
	limits.Trace = &cover.Trace{Enter: func(level int) (bool, int) {
		question++
		x.before(question)
		return enter(level)
	}}
	return x.Search.Run(ctx, limits, visit)
}

// Every so many questions, a search is asked for parts. What it gives away is searched in the same
// way. It watches few levels or many, as its pace changes.
func TestASearchThatGivesPartsAwayLosesNothing(t *testing.T) {
	problems := map[string]*cover.Problem{"queens/6": corpustest.Problem("queens/6"), "langford/7": corpustest.Problem("langford/7")}
	for seed := range uint64(4) {
		problems[fmt.Sprint("random ", seed)] = textbook.Random(seed)
	}
	given := 0
	for name, p := range problems {
		for _, id := range []string{"dlx_index", "naive", "bitset", "cells", "lanes"} {
			v, _ := solvers.Find(id)
			x, err := cover.Prepare(v, p)
			if err != nil {
				continue
			}
			for _, every := range []int{3, 7, 50} {
				for wanted := 1; wanted < 4; wanted += 2 {
					synctest.Test(t, func(t *testing.T) {
						var all total
						parts := 0
						for queue := []*divide.Part{nil}; len(queue) > 0; queue = queue[1:] {
							s := &divide.Sharing{Give: func([]divide.Part) error { return nil }}
							search := asking{x, func(question int) {
								time.Sleep(time.Duration(question%5) * 400 * time.Microsecond)
								if question%every == 0 {
									s.Ask(wanted)
								}
							}}
							stats, err := divide.Shared(t.Context(), search, p.MaxDepth(), queue[0], s, all.visit)
							if all.add(stats); err != nil {
								t.Fatal(err)
							}
							for k := range s.Given() {
								queue = append(queue, &s.Given()[k])
							}
							parts++
						}
						given += parts - 1
						all.equals(t, fmt.Sprintf("%s by %s in %d parts", name, id, parts), x)
					})
				}
			}
		}
	}
	if given < 1000 {
		t.Errorf("%d parts were given away, want many", given)
	}
}

// Nobody takes the parts, so the search keeps them.
func TestPartsThatCannotBeGivenAwayAreKept(t *testing.T) {
	p := corpustest.Problem("queens/7")
	x := prepared(t, "dlx_index", p)
	asked := 0
	s := &divide.Sharing{Give: func(parts []divide.Part) error { asked += len(parts); return errors.New("no queue") }}
	s.Ask(3)
	var all total
	stats, err := divide.Shared(t.Context(), x, p.MaxDepth(), nil, s, all.visit)
	if all.add(stats); err != nil || asked == 0 || len(s.Given()) > 0 {
		t.Errorf("got %v, asked %d times, gave %v, want the whole search", err, asked, s.Given())
	}
	all.equals(t, "a search that keeps its parts", x)
}

// walking is a search that comes to the nodes of a walk.
type walking func(enter func(level int) (bool, int))

func (f walking) Run(_ context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
	f(limits.Trace.Enter)
	return cover.Stats{}
}

// A step is a node that the search comes to, after so many parts have been asked for.
type step struct{ ask, level int }

func TestSiblingsClosestToTheRootAreGivenFirst(t *testing.T) {
	for _, c := range []struct {
		name  string
		part  *divide.Part
		steps []step
		want  string // what is given at once is in brackets
	}{
		{"one", nil, []step{{0, 0}, {0, 1}, {1, 2}}, "[/1-]"},
		{"two", nil, []step{{0, 0}, {0, 1}, {2, 2}}, "[/1- 0/1-]"},
		{"more than there are", nil, []step{{0, 0}, {0, 1}, {math.MaxInt, 2}}, "[/1- 0/1-]"},
		{"asked once", nil, []step{{0, 0}, {0, 1}, {1, 2}, {0, 2}, {0, 2}}, "[/1-]"},
		{"none before the first child", nil, []step{{1, 0}, {0, 1}}, "[/1-]"},
		{"one at a time", nil, []step{{0, 0}, {0, 1}, {0, 1}, {0, 2}, {1, 2}, {1, 2}, {1, 3}}, "[/2-][1/3-][1.2/1-]"},
		{"on the first level of a part", &divide.Part{To: 2}, []step{{0, 0}, {1, 1}}, "[/1-1]"},
		{"below a part's last node", &divide.Part{To: 2}, []step{{0, 0}, {0, 1}, {1, 1}, {1, 2}}, "[1/1-]"},
		{"nothing above a part", &divide.Part{Path: []int32{0}, To: 1}, []step{{0, 0}, {0, 1}, {9, 2}, {9, 3}}, "[0.0/1-]"},
	} {
		got := ""
		s := &divide.Sharing{Give: func(parts []divide.Part) error { got += fmt.Sprint(parts); return nil }}
		divide.Shared(t.Context(), walking(func(enter func(int) (bool, int)) {
			for _, step := range c.steps {
				if step.ask > 0 {
					s.Ask(step.ask)
				}
				enter(step.level)
			}
		}), 5, c.part, s, nil)
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// A search is watched one level deeper if nodes are rare on the watched levels: if the mean of their
// distances, a weight of 1/8 for the last one, is above 500 µs. It starts there. It is watched one
// level less if the mean is below 50 µs. Both set it to 250 µs. The part has level 2, so levels 3
// to 6 may be watched.
func TestDepthOfTheWatchedLevelsFollowsThePace(t *testing.T) {
	type gaps struct {
		times int
		gap   time.Duration
		watch int // the deepest level watched then
	}
	for name, walk := range map[string][]gaps{
		"neither":         {{9, 500 * time.Microsecond, 3}, {9, 60 * time.Microsecond, 3}},
		"just not rare":   {{1, 500*time.Microsecond + 7, 3}},
		"just rare":       {{1, 500*time.Microsecond + 8, 4}, {1, 0, 4}},
		"rare":            {{1, time.Second, 4}, {1, time.Second, 5}, {1, time.Second, 6}, {3, time.Second, 6}},
		"frequent":        {{1, time.Second, 4}, {12, 0, 4}, {1, 0, 3}, {50, 0, 3}},
		"frequent twice":  {{1, time.Second, 4}, {1, time.Second, 5}, {12, 0, 5}, {1, 0, 4}, {12, 0, 4}, {1, 0, 3}},
		"still not":       {{1, time.Second, 4}, {12, 0, 4}, {1, 47_500, 4}, {1, 50_000, 4}, {1, 49_992, 3}},
		"rare once again": {{1, time.Second, 4}, {12, 0, 4}, {1, 0, 3}, {1, 2_250_000, 3}, {1, 500_008, 4}},
	} {
		synctest.Test(t, func(t *testing.T) {
			divide.Shared(t.Context(), walking(func(enter func(int) (bool, int)) {
				enter(0)
				enter(1)
				for _, g := range walk {
					for range g.times {
						time.Sleep(g.gap)
						if ok, watch := enter(2); !ok || watch != g.watch {
							t.Errorf("%s: got %v and level %d watched after a gap of %v, want %d", name, ok, watch, g.gap, g.watch)
						}
					}
				}
			}), 6, &divide.Part{Path: []int32{0}, To: 100}, new(divide.Sharing), nil)
		})
	}
}

// A slow search is watched one level deeper at each node from the part's first level on. A search
// asks about the siblings of the nodes that it enters.
func TestASlowSearchIsWatchedDownToItsLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		divide.Shared(t.Context(), walking(func(enter func(int) (bool, int)) {
			for level, want := range []int{3, 3, 4, 5, 6, 6, 6} {
				time.Sleep(10 * time.Millisecond)
				if ok, watch := enter(level); !ok || watch != want {
					t.Errorf("level %d: got %v and %d, want to enter it and watch level %d", level, ok, watch, want)
				}
			}
		}), 6, &divide.Part{Path: []int32{0}, To: 1}, new(divide.Sharing), nil)
	})
}
