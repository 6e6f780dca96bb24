package bench

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"xcbench/compare/ab"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// Each side begins in about half of all rounds, and then they alternate.
func TestSidesTakeTurns(t *testing.T) {
	r := abRounds{AB: AB{Plan: Plan{Samples: 3}}, dice: rand.New(rand.NewPCG(1, 2))}
	begins := [2]int{}
	for range 1000 {
		got := r.order()
		a, b := got[0], 1-got[0]
		if want := []int{a, b, b, a, a, b}; !slices.Equal(got, want) {
			t.Fatalf("got the order %v, want %v", got, want)
		}
		begins[a]++
	}
	if min(begins[0], begins[1]) < 430 {
		t.Errorf("the sides begin in %v rounds of 1000, expected about half each", begins)
	}
}

var in = corpus.Instance{Family: "queens", Name: "6"}

func TestASearchSaysWhatItsSidesShare(t *testing.T) {
	old := solvers.Variant{Rule: cover.MRV, Counter: solvers.Links}
	same, other, entries := old, old, old
	same.Name, other.Rule, entries.Counter = "same", cover.First, solvers.Entries
	for now, want := range map[*solvers.Variant][2]bool{&same: {true, true}, &other: {false, true}, &entries: {true, false}} {
		s := newSearch([2]call{{instance: &in, variant: old}, {variant: *now}})
		if got := [2]bool{s.SameTree, s.SameCounter}; got != want || s.Solver != now.Name || s.InstanceID != in.ID() {
			t.Errorf("%s: got %+v, want the same tree and the same counter: %v", now.Name, s, want)
		}
	}
}

// fakeSide returns samples in turn, and then an error if it has one. Otherwise the last one
// repeats.
type fakeSide struct {
	all   []*Found
	err   error
	taken int
}

func (f *fakeSide) sample() (*Found, error) {
	if f.taken++; f.taken > len(f.all) && f.err != nil {
		return nil, f.err
	}
	return f.all[min(f.taken, len(f.all))-1], nil
}

// A side that had an answer before must fail twice, and a killed worker may be tried again. A side
// that failed is not sampled again, in this round or later. The status says how it failed first. A
// worker that refuses a search does not support it. Any other error ends the comparison.
func TestASideIsSampledUntilItFailsTwice(t *testing.T) {
	of := func(status cover.Status, nodes int64) *Found {
		return &Found{Stats: cover.Stats{Status: status, Nodes: nodes, Search: time.Second}, Runs: 1, Fault: string(status) + "!"}
	}
	solved, crash, timeout, killed := of(cover.Solved, 1), of(results.Crash, 0), of(cover.Timeout, 0), of(results.Killed, 0)
	refuses, broken := &callError{&in, "too wide"}, errors.New("broken")
	for _, c := range []struct {
		what   string
		side   fakeSide
		rounds int
		taken  int
		status cover.Status
		why    string
	}{
		{"good", fakeSide{all: []*Found{solved}}, 2, 6, cover.Solved, ""},
		{"fails once", fakeSide{all: []*Found{solved, crash, solved}}, 1, 4, cover.Solved, ""},
		{"fails twice", fakeSide{all: []*Found{solved, crash, timeout, solved}}, 1, 3, cover.Timeout, "timeout on the new side: timeout!"},
		{"killed once", fakeSide{all: []*Found{killed, solved}}, 1, 4, cover.Solved, ""},
		{"differs", fakeSide{all: []*Found{solved, of(cover.Solved, 2)}}, 1, 2, results.Wrong,
			"wrong on the new side: 0 solutions, 2 nodes, 0 updates in one run and 0, 1, 0 in another"},
		{"refuses", fakeSide{err: refuses}, 1, 1, cover.Unsupported, "unsupported on the new side: too wide"},
		{"breaks", fakeSide{err: broken}, 1, 1, "", ""},
	} {
		s := newSearch([2]call{{instance: &in}})
		r := abRounds{AB: AB{Plan: Plan{Samples: 3}}, dice: rand.New(rand.NewPCG(1, 2)),
			calls: map[*ab.Search][2]call{s: {}}}
		sample := func(side int, _ call) (*Found, error) {
			if side == 0 {
				return solved, nil
			}
			return c.side.sample()
		}
		for range c.rounds {
			if err := r.measure(s, sample); (err != nil || c.side.err == broken) && err != broken {
				t.Errorf("%s: got the error %v", c.what, err)
			}
		}
		if s.Stats[1].Status != c.status || c.side.taken != c.taken || s.Why != c.why || s.Stats[0].Status != cover.Solved {
			t.Errorf("%s: got %s (%q) after %d samples, want %s (%q) after %d", c.what, s.Stats[1].Status, s.Why,
				c.side.taken, c.status, c.why, c.taken)
		}
	}
}

func TestTheLeastSampleCounts(t *testing.T) {
	least := map[string]float64{}
	for _, seconds := range []float64{4, 2, 3} {
		keepLeast(least, &Found{
			Stats: cover.Stats{Search: time.Duration(10*seconds) * time.Second}, Runs: 10,
			Costs: map[string]float64{results.CPUSeconds: seconds / 2},
		})
	}
	if want := map[string]float64{results.Seconds: 2, results.CPUSeconds: 1}; !maps.Equal(least, want) {
		t.Errorf("%v, expected %v", least, want)
	}
}
