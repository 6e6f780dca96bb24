package bitset

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
)

// randomProblem returns a problem whose options have up to longest items. At most one item in eight
// is secondary.
func randomProblem(rng *rand.Rand, items, options, longest int) *cover.Problem {
	var b cover.Builder
	secondary := rng.IntN(items/8 + 1)
	for i := range items {
		if i < items-secondary {
			b.Primary(fmt.Sprint(i))
		} else {
			b.Secondary(fmt.Sprint(i))
		}
	}
	for range options {
		b.OptionOf(rng.Perm(items)[:1+rng.IntN(longest)]...)
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

var representations = []struct {
	name    string
	prepare func(*cover.Problem, cover.Rule) (cover.Search, error)
}{
	{"dense", prepareDense}, {"filter", prepareFilter}, {"fields", prepareFields}, {"rows", prepareRows},
}

func TestRepresentationsSearchTheSameTreeWithTheSameUpdates(t *testing.T) {
	trials := 120
	switch {
	case os.Getenv("XCBENCH_LONG") != "":
		trials = 300
	case testing.Short():
		trials = 60
	}
	fitted := map[string]int{}
	var got walk
	for seed := range uint64(trials) {
		rng := rand.New(rand.NewPCG(seed, 1))
		items := 2 + rng.IntN([]int{20, 50, 110, 300}[seed%4])
		p := randomProblem(rng, items, 1+rng.IntN(300), min(items, 2+rng.IntN(8)))
		for _, rule := range []cover.Rule{cover.MRV, cover.First} {
			var want *walk
			for _, r := range representations {
				x, err := r.prepare(p, rule)
				var unsupported *cover.UnsupportedError
				if errors.As(err, &unsupported) {
					continue
				} else if err != nil {
					t.Fatal(err)
				}
				name, processors := r.name, eachProcessor
				switch x := x.(type) {
				case *fields:
					name = fmt.Sprint(name, 1<<x.log)
				case *filter:
					name = fmt.Sprint(name, min(x.words, 3))
				default: // plain Go on every processor
					processors = func(f func(string)) { f("any") }
				}
				fitted[name]++
				processors(func(processor string) {
					if want == nil {
						want = new(walk)
						want.of(x)
					} else if got.of(x); !got.equal(want) {
						t.Fatalf("seed %d, rule %s, %s, processor %s: got %+v, want %+v",
							seed, rule, name, processor, got, *want)
					}
				})
			}
		}
	}
	for _, name := range []string{"dense", "filter1", "filter2", "filter3", "fields16", "fields32", "fields64", "rows"} {
		if fitted[name] < trials/20 {
			t.Errorf("%s: %d of %d problems fit, want at least %d", name, fitted[name], trials, trials/20)
		}
	}
}

// walk records what a search of at most 3000 nodes does.
type walk struct {
	status  cover.Status
	levels  []cover.Level
	options []int // all solutions, each with its length before it
}

// of records a search.
func (w *walk) of(x cover.Search) {
	w.options = w.options[:0]
	stats := x.Run(context.Background(), cover.Limits{Nodes: 3000}, func(options []int) bool {
		w.options = append(append(w.options, len(options)), options...)
		return true
	})
	w.status, w.levels = stats.Status, stats.Levels
}

func (w *walk) equal(other *walk) bool {
	return w.status == other.status && slices.Equal(w.levels, other.levels) &&
		slices.Equal(w.options, other.options)
}

func TestNewPicksTheRepresentationByTheShapeOfTheProblem(t *testing.T) {
	for _, c := range []struct {
		items, options, longest int
		simd, plain             cover.Search
	}{
		{30, 60, 3, &fields{}, &dense{}},
		{100, 200, 8, &fields{}, &rows{}},
		{300, 500, 8, &fields{}, &rows{}},
		{70, 1200, 8, &filter{}, &rows{}},
		{70, 3000, 8, &filter{}, &dense{}},
		{200, 3000, 10, &filter{}, &rows{}},
		{200, 6000, 10, &filter{}, &dense{}},
		{600, 20000, 10, &dense{}, &dense{}},
	} {
		p := randomProblem(rand.New(rand.NewPCG(1, 1)), c.items, c.options, c.longest)
		for simd, want := range map[bool]cover.Search{true: c.simd, false: c.plain} {
			got, err := choose(p, simd)(p, cover.MRV)
			if err != nil {
				t.Fatal(err)
			}
			if reflect.TypeOf(got) != reflect.TypeOf(want) {
				t.Errorf("%d items, %d options of up to %d items, assembly %v: got %T, want %T",
					c.items, c.options, c.longest, simd, got, want)
			}
		}
	}
}

func TestSquaresGoToDense(t *testing.T) {
	const size = 9
	var b cover.Builder
	for i := range size * size {
		b.Primary(fmt.Sprint(i))
	}
	for side := 1; side <= size; side++ {
		for at := range (size - side + 1) * (size - side + 1) {
			var cells []int
			for cell := range side * side {
				cells = append(cells, (at/(size-side+1)+cell/side)*size+at%(size-side+1)+cell%side)
			}
			b.OptionOf(cells...)
		}
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	got, err := choose(p, true)(p, cover.MRV)
	if _, ok := got.(*dense); !ok {
		t.Errorf("got %T, %v, want dense", got, err)
	}
}

func TestRepresentationsRefuseProblemsThatDoNotFit(t *testing.T) {
	wide := randomProblem(rand.New(rand.NewPCG(1, 1)), 600, 20000, 10)
	for _, r := range representations {
		_, err := r.prepare(wide, cover.MRV)
		var unsupported *cover.UnsupportedError
		if got, want := errors.As(err, &unsupported), r.name != "dense"; got != want {
			t.Errorf("%s: got error %v for 600 items with about 180 options each, want unsupported: %v", r.name, err, want)
		}
	}
}
