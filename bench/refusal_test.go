package bench

import (
	"bytes"
	"context"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

func TestTheLengthOfAnAnswerBeginsAfterItsLine(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "a\n": 0, "a\nb": 1, "a\nb\ncde": 3, "\n\n": 0} {
		b := &answerBound{out: bytes.NewReader([]byte(text)), most: 100}
		b.Read(make([]byte, 64))
		if b.length != want {
			t.Errorf("%q: got %d bytes, want %d", text, b.length, want)
		}
	}
}

func TestAStepHasNoResultAndASampleNoStep(t *testing.T) {
	for _, verify := range []bool{true, false} {
		for what, a := range map[string]answer{
			"":              {At: "naive"},
			"a verdict":     {At: "naive", Verdicts: []verdict{}},
			"a measurement": {At: "naive", Measurement: &measurement{}},
			"an error":      {At: "naive", Error: "x"},
		} {
			d := dialogue{request: asked(verify)}
			refused := d.refuse(a)
			if (refused == nil) != (verify && what == "") {
				t.Errorf("verify %v, a step with %q: got %+v", verify, what, refused)
			}
			if refused != nil && (refused.Runs != 1 || refused.Stats.Status != results.Crash) {
				t.Errorf("got %+v, want a crash of one run", refused)
			}
		}
	}
}

func TestCostsAreNumbersFromZeroOn(t *testing.T) {
	for cost, want := range map[float64]bool{0: true, 0.5: true, math.MaxFloat64: true, -1: false, math.Inf(1): false, math.NaN(): false} {
		m := measurement{Stats: cover.Stats{Status: cover.Solved}, Runs: 1, Costs: map[string]float64{results.Allocs: cost}}
		if err := m.check(); (err == nil) != want {
			t.Errorf("%v: got %v, want accepted: %v", cost, err, want)
		}
	}
}

// figured is an outcome of a solver with the rule MRV, with these nodes on the levels.
func figured(name string, nodes ...int64) Outcome {
	o := Outcome{Variant: variant(name, good.Solver), algorithm: name, ended: cover.Solved, Stats: cover.Stats{Status: cover.Solved}}
	for _, n := range nodes {
		o.Stats.Levels = append(o.Stats.Levels, cover.Level{Nodes: n})
	}
	return o
}

// Three sides differ on several levels. The first such level is shown.
func TestTheFirstLevelOfADifferenceIsShown(t *testing.T) {
	for _, sides := range [][]Outcome{
		{figured("x", 1, 1, 1, 1), figured("y", 1, 1, 1, 2), figured("z", 1, 1, 2, 1)},
		{figured("x", 1, 1, 1, 1), figured("y", 1, 1, 2, 1), figured("z", 1, 1, 1, 2)},
	} {
		disagree(sides, cover.Limits{})
		for _, o := range sides {
			if o.Stats.Status != results.Disagree || !strings.HasPrefix(o.Fault, "nodes differ on level 2: x has 1; ") {
				t.Errorf("%s: got %s, %q, want a difference on level 2", o.Variant.Name, o.Stats.Status, o.Fault)
			}
		}
	}
}

func TestARefutedFigureIsShownByLevel(t *testing.T) {
	refuted := figured("bad", 2, 1)
	refuted.Stats.Status, refuted.Fault, refuted.figure = results.Wrong, "3 nodes", "nodes"
	all := []Outcome{refuted, figured("a", 1, 1), figured("b", 1, 1), figured("c", 1, 1)}
	disagree(all, cover.Limits{})
	if got, want := all[0].Fault, "3 nodes; on level 0 it has 2, and a, b, c have 1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOnlySearchesThatGotAsFarAreCounted(t *testing.T) {
	for ended, want := range map[cover.Status][2]bool{cover.Solved: {true, true}, cover.Limit: {false, true},
		cover.Timeout: {false, false}, "": {false, false}} {
		o := Outcome{ended: ended}
		if got := [2]bool{o.countedAlike(false), o.countedAlike(true)}; got != want {
			t.Errorf("%q: got %v, want %v", ended, got, want)
		}
	}
}

// A solver that fails, or stops by itself, does not hang.
func TestOnlyAWorkerThatHadToBeKilledHangs(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		solver, on string
		ctx        context.Context
	}{{"panics", "queens/6", t.Context()}, {"good", "pentomino/6x10", t.Context()}, {"good", "queens/6", ended}} {
		h := hangTest{remote: newRemote(Isolation{Command: []string{os.Args[0]}}), variant: bad(t, c.solver)}
		h.setTimeout(Bounds{}, 20*time.Millisecond)
		h.remote.isolation.Grace = time.Minute
		in := instance(t, c.on)
		puzzle, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		if h.hangs(c.ctx, puzzle.Problem()) {
			t.Errorf("%s on %s: got a hang, want none", c.solver, c.on)
		}
		h.remote.close()
	}
	h := hangTest{remote: newRemote(Isolation{})}
	h.setTimeout(Bounds{Limits: cover.Limits{Nodes: 5}, Timeout: time.Hour}, 7)
	if h.bounds.Nodes != 5 || h.bounds.Timeout != 7 || h.remote.isolation.Grace != 21 {
		t.Errorf("got %+v and a grace of %v, want the limits, a timeout of 7 and a grace of 21", h.bounds,
			h.remote.isolation.Grace)
	}
}

// A worker is killed if a search does not stop, so it needs no other goroutine for the search.
func TestAWorkerSearchesOnItsOwnGoroutine(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	locked := false
	in := instance(t, "queens/6")
	v := variant("looks", faulty{before: func() { locked = onLockedThread() }})
	if _, err := newLocal().verify(t.Context(), task{instance: &in, variants: []solvers.Variant{v}}); err != nil || !locked {
		t.Errorf("got %v and another goroutine", err)
	}
}

// A sample that came with a verification is only that of its solver and instance, and only once.
func TestAPrefetchedSampleIsUsedOnce(t *testing.T) {
	six, eight := instance(t, "queens/6"), instance(t, "queens/8")
	r := newRemote(Isolation{Command: []string{os.Args[0]}})
	defer r.close()
	for _, c := range []struct {
		in     *corpus.Instance
		solver string
		used   bool
	}{{&six, "good", true}, {&eight, "good", false}, {&six, "also_good", false}} {
		r.prefetched = prefetched{&six, "good", &measurement{Runs: 99}}
		for k := range 2 {
			m, err := r.sample(t.Context(), task{instance: c.in, variants: []solvers.Variant{bad(t, c.solver)}})
			if err != nil || (m.Runs == 99) != (c.used && k == 0) {
				t.Errorf("%s on %s: got %+v, %v, want the prefetched one: %v", c.solver, c.in.ID(), m, err, c.used)
			}
		}
	}
}

// sampleAfterVerify verifies a good solver and another one, whose verification must end with the
// status, and then asks the same worker for a sample of the other.
func sampleAfterVerify(t *testing.T, name string, status cover.Status) (measurement, error) {
	t.Helper()
	r := newRemote(Isolation{Command: []string{os.Args[0]}})
	defer r.close()
	in := instance(t, "queens/6")
	other := task{instance: &in, variants: []solvers.Variant{good, bad(t, name)}, next: name}
	found, err := r.verify(t.Context(), other)
	if err != nil || len(found) != 2 || found[1].Stats.Status != status {
		t.Fatalf("%s: got %+v, %v, want two solvers, the second one %s", name, found, err, status)
	}
	other.variants = other.variants[1:]
	return r.sample(t.Context(), other)
}

// A crash in the sample that comes with a verification is no verdict.
func TestACrashInASampleIsNotOneOfTheVerification(t *testing.T) {
	if m, err := sampleAfterVerify(t, "late", cover.Solved); err != nil || m.Stats.Status != results.Crash || m.Runs != 1 {
		t.Errorf("got %+v, %v, want a crash", m, err)
	}
}
