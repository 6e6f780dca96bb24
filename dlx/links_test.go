package dlx

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
)

// stopwatch keeps the least time that something took.
type stopwatch struct{ took time.Duration }

func least() stopwatch { return stopwatch{math.MaxInt64} }

func (s *stopwatch) time(f func()) {
	begin := time.Now()
	f()
	s.took = min(s.took, time.Since(begin))
}

func TestEveryLinkIsBackInPlaceAfterASearch(t *testing.T) {
	x := prepare(t, corpus.MustProblem("queens/8"))
	items, nodes := slices.Clone(x.items), slices.Clone(x.nodes)
	x.Run(context.Background(), cover.Limits{}, nil)
	if !x.clean || !slices.Equal(items, x.items) || !slices.Equal(nodes, x.nodes) {
		t.Error("index: the links are not what they were before the search")
	}

	s, err := Pointer(cover.MRV).Prepare(corpus.MustProblem("queens/8"))
	if err != nil {
		t.Fatal(err)
	}
	y := s.(*pointer)
	headers, objects := slices.Clone(y.headers), slices.Clone(y.objects)
	y.Run(context.Background(), cover.Limits{}, nil)
	if !y.clean || !slices.Equal(headers, y.headers) || !slices.Equal(objects, y.objects) {
		t.Error("pointer: the links are not what they were before the search")
	}
}

func TestUncoverUndoesCover(t *testing.T) {
	x := prepare(t, corpus.MustProblem("langford/7"))
	items, nodes := slices.Clone(x.items), slices.Clone(x.nodes)
	for i := 1; i < len(x.items); i++ {
		x.cover(int32(i))
		if slices.Equal(nodes, x.nodes) {
			t.Errorf("cover(%d) changed nothing", i)
		}
		x.uncover(int32(i))
		if !slices.Equal(items, x.items) || !slices.Equal(nodes, x.nodes) {
			t.Fatalf("uncover(%d) did not undo cover", i)
		}
	}
}
