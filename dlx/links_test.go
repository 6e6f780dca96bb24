package dlx

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

// A stopwatch keeps the shortest time that something took.
type stopwatch struct{ took time.Duration }

func least() stopwatch { return stopwatch{math.MaxInt64} }

func (s *stopwatch) time(f func()) {
	begin := time.Now()
	f()
	s.took = min(s.took, time.Since(begin))
}

func preparePointer(t *testing.T, p *cover.Problem) *pointer {
	t.Helper()
	s, err := cover.Prepare(Pointer(cover.MRV), p)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*pointer)
}

// all returns a copy of all links.
func (x *index) all() []uint32 {
	return slices.Concat(x.left, x.right, x.size, x.up, x.down, x.top)
}

func TestEveryLinkIsBackInPlaceAfterASearch(t *testing.T) {
	x := prepare(t, corpustest.Problem("queens/8"))
	before := x.all()
	x.Run(context.Background(), cover.Limits{}, nil)
	if !x.clean || !slices.Equal(before, x.all()) {
		t.Error("index: the links are not what they were before the search")
	}

	y := preparePointer(t, corpustest.Problem("queens/8"))
	headers, objects := slices.Clone(y.headers), slices.Clone(y.objects)
	y.Run(context.Background(), cover.Limits{}, nil)
	if !y.clean || !slices.Equal(headers, y.headers) || !slices.Equal(objects, y.objects) {
		t.Error("pointer: the links are not what they were before the search")
	}
}

func TestUncoverUndoesCover(t *testing.T) {
	x := prepare(t, corpustest.Problem("langford/7"))
	before := x.all()
	for i := range uint32(len(x.left) - 1) {
		x.cover(i + 1)
		if slices.Equal(before, x.all()) {
			t.Errorf("cover(%d) changed nothing", i+1)
		}
		x.uncover(i + 1)
		if !slices.Equal(before, x.all()) {
			t.Fatalf("uncover(%d) did not undo cover", i+1)
		}
	}
}

func TestTheSizeOfAnItemIsTheNumberOfItsOptions(t *testing.T) {
	p := corpustest.Problem("queens/6")
	x, y := prepare(t, p), preparePointer(t, p)
	root := textbook.NewNode(p, nil)
	for i := range p.Items() {
		if want := len(root.With(i)); int(x.size[i+1]) != want || y.headers[i].size != want {
			t.Errorf("item %d: got size %d for index and %d for pointer, want %d", i, x.size[i+1], y.headers[i].size, want)
		}
	}
}
