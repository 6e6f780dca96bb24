package bench

import (
	"cmp"
	"encoding/json"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
)

func TestAWorkerHasProblemsUpToABound(t *testing.T) {
	in := instance(t, "queens/4")
	text, err := ProblemOf(&in)
	if err != nil {
		t.Fatal(err)
	}
	size := len(text.Text)
	for _, c := range []struct {
		known, bytes int
		forget       bool
	}{
		{0, 0, false}, {5, maxKnown - size, false}, {5, maxKnown - size + 1, true}, {mostKnown - 1, 0, false}, {mostKnown, 0, true},
	} {
		r := &remote{worker: &process{}, known: map[*corpus.Instance]int{}, knownBytes: c.bytes}
		for k := range c.known {
			r.known[new(corpus.Instance)] = k
		}
		another := in
		q, err := r.request(task{instance: &another})
		want := [2]int{c.known + 1, c.bytes + size}
		if c.forget {
			want = [2]int{1, size}
		}
		if got := [2]int{len(r.known), r.knownBytes}; err != nil || q.Forget != c.forget || got != want || q.Key != want[0]-1 {
			t.Errorf("%+v: got %v with the key %d, forget %v, %v, want %v", c, got, q.Key, q.Forget, err, want)
		}
		if q, err = r.request(task{instance: &another}); err != nil || q.Problem != nil || q.Forget || q.Key != want[0]-1 {
			t.Errorf("%+v: got the problem again, %v", c, err)
		}
	}
}

// A solver may take its timeout twice, to build and to search, and a sample the least time twice.
func TestAWorkerIsWaitedForTwiceTheTimeoutAndMore(t *testing.T) {
	r := newRemote(Isolation{Grace: 5})
	for timeout, want := range map[time.Duration]time.Duration{-1: 0, 0: 0, 1: 13, 7: 25} {
		if got := r.maxWait(task{minTime: 3, bounds: Bounds{Timeout: timeout}}); got != want {
			t.Errorf("timeout %d: got %d, want %d", timeout, got, want)
		}
	}
}

// A comparison of two programs sends its bounds to earlier versions too.
func TestEarlierVersionsKnowTheBoundsOfARequest(t *testing.T) {
	type earlier struct {
		Bounds struct {
			Solutions, Nodes, Updates, Memory int64
			Timeout                           time.Duration
		}
	}
	now := request{Bounds: Bounds{Limits: cover.Limits{Solutions: 1, Nodes: 2, Updates: 3, Memory: 4}, Timeout: 5}}
	var there earlier
	var back request
	for _, step := range [][2]any{{now, &there}, {&there, &back}} {
		text, err := json.Marshal(step[0])
		if err = cmp.Or(err, json.Unmarshal(text, step[1])); err != nil {
			t.Fatal(err)
		}
	}
	if back.Bounds != now.Bounds {
		t.Errorf("got %+v, and back %+v, want %+v", there, back.Bounds, now.Bounds)
	}
}

func TestOptionsWithoutAPrimaryItemGo(t *testing.T) {
	var b cover.Builder
	b.Primary("a", "b")
	b.Secondary("x")
	b.OptionOf(0, 2)
	b.OptionOf(1)
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	if got := wholeOf(p).withoutItems([]int32{0}); len(got.options) != 1 || len(got.primary) != 1 || len(got.secondary) != 1 {
		t.Errorf("got %+v, want the option of b alone", got)
	}
}
