package bench

import (
	"testing"

	"xcbench/corpus"
)

// A worker is told to forget all problems before it has too many. Its process is not needed here.
func TestWorkerForgetsProblemsBeforeItHasTooMany(t *testing.T) {
	in, err := corpus.Find("queens/4")
	if err != nil {
		t.Fatal(err)
	}
	r := &remote{worker: &process{}, known: map[*corpus.Instance]int{}}
	forgotten, has := 0, map[int]bool{}
	for range 2*mostKnown + 1 {
		another := in
		q, err := r.request(task{instance: &another})
		if err != nil || q.Problem == nil {
			t.Fatalf("got no problem, %v, want one that the worker does not have", err)
		}
		if q.Forget {
			forgotten++
			clear(has)
		}
		if has[q.Key] {
			t.Fatalf("got the key %d of a problem that the worker has, want a new one", q.Key)
		}
		if has[q.Key] = true; len(has) > mostKnown {
			t.Fatalf("the worker has more than %d problems", mostKnown)
		}
	}
	if forgotten != 2 {
		t.Errorf("got %d times, want 2", forgotten)
	}
}
