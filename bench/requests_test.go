package bench

import (
	"testing"
	"time"

	"xcbench/corpus"
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
