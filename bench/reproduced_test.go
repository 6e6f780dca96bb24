package bench

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
	"xcbench/solvers"
)

// The times that a user waits for. TestMain raises the variables.
var userShrinkTime, userModelTime = shrinkTime, modelTime

func TestShrinkingAndCountingModelsTakeSomeTimeButNotLong(t *testing.T) {
	if userShrinkTime < time.Second || userShrinkTime > time.Minute {
		t.Errorf("got %v to shrink a problem, want seconds", userShrinkTime)
	}
	if userModelTime < 50*time.Millisecond || userModelTime > time.Second {
		t.Errorf("got %v to count models, want a moment", userModelTime)
	}
}

// faultyOn verifies a solver on queens/6 and returns the report and its only faulty outcome.
func faultyOn(t *testing.T, v solvers.Variant) (Report, Outcome) {
	t.Helper()
	r, err := Verify(t.Context(), instance(t, "queens/6"), []solvers.Variant{good, v}, Bounds{})
	if err != nil || len(r.Faulty()) != 1 {
		t.Fatalf("got faults %q, %v, want one", faults(r), err)
	}
	return r, r.Faulty()[0]
}

// If only the catalogue contradicts a solver, no smaller problem shows the fault. The replay names
// the instance, since a file of its problem has no known figures.
func TestAFaultThatOnlyTheCatalogueShowsIsReplayedOnTheInstance(t *testing.T) {
	in := instance(t, "queens/4")
	in.Solutions.N++
	r, err := Verify(t.Context(), in, []solvers.Variant{good}, Bounds{})
	if err != nil || len(r.Faulty()) != 1 {
		t.Fatalf("got faults %q, %v, want one", faults(r), err)
	}
	w, err := r.Reproduce(t.Context(), r.Faulty()[0], Bounds{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := w.Replay(w.fileName()), "xcbench verify --solver good queens/4"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if w.problem != r.Problem || !strings.Contains(w.note, "only the known figures") {
		t.Errorf("got %d options and the note %q, want the whole problem and the reason", w.problem.Options(), w.note)
	}
}

// A fault may come and go. The reproducer says so, and describes the fault of the instance.
func TestAFaultThatGoesAwayIsNoted(t *testing.T) {
	runs, last := 0, 1<<30
	flaky := variant("flaky", faulty{show: func(visit cover.Visitor) cover.Visitor {
		if runs++; runs > last {
			return visit
		}
		return cutShort(visit)
	}})
	for _, note := range []string{"", "the fault does not show every time"} {
		runs = 0
		r, o := faultyOn(t, flaky)
		w, err := r.Reproduce(t.Context(), o, Bounds{}, nil)
		if err != nil || w.note != note || w.Fault == "" || (w.Fault == o.Fault) != (note != "") {
			t.Errorf("got the note %q and the fault %q, %v, want %q", w.note, w.Fault, err, note)
		}
		last = runs - 1 // next time the fault is gone when the reproducer is tried for the last time
	}
}

func TestAReproducerThatIsNotMinimalSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // its clock stands still while a program computes
		defer func(d time.Duration) { shrinkTime = d }(shrinkTime)
		shrinkTime = time.Second
		slow := variant("slow", faulty{before: func() { time.Sleep(100 * time.Millisecond) }, show: cutShort})
		r, o := faultyOn(t, slow)
		w, err := r.Reproduce(t.Context(), o, Bounds{}, nil)
		if want := "not minimal: shrinking stopped after 1s"; err != nil || w.note != want {
			t.Errorf("got the note %q, %v, want %q", w.note, err, want)
		}
		if n := w.problem.Options(); n == 0 || n >= r.Problem.Options() {
			t.Errorf("got %d options of %d, want a smaller problem", n, r.Problem.Options())
		}
	})
}

// watched is the solver "bad" that reports no solutions, and notes how it was called last.
type watched struct {
	limits *cover.Limits
	times  *[]time.Duration
}

type watchedSearch struct {
	watched
	cover.Search
}

func (w watched) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := faulty{show: cutShort}.Prepare(p)
	if w.times != nil {
		s, err = good.Solver.Prepare(p)
	}
	return &watchedSearch{w, s}, err
}

func (w *watchedSearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	*w.limits = limits
	if w.times != nil {
		left := time.Duration(-1)
		if deadline, ok := ctx.Deadline(); ok {
			left = time.Until(deadline)
		}
		*w.times = append(*w.times, left)
		ctx = context.WithoutCancel(ctx)
	}
	return w.Search.Run(ctx, limits, visit)
}

// While a problem shrinks, its searches have bounds of their own. The replay command has only those
// of the user.
func TestTheFaultOfAReproducerIsTheOneOfItsReplay(t *testing.T) {
	var limits cover.Limits
	r, o := faultyOn(t, variant("bad", watched{limits: &limits}))
	given := Bounds{Limits: cover.Limits{Updates: 1 << 20}}
	w, err := r.Reproduce(t.Context(), o, given, nil)
	if err != nil || limits.Nodes != 0 || limits.Updates != given.Updates {
		t.Errorf("got %v and a last search with the limits %+v, want %+v", err, limits, given.Limits)
	}
	if got, want := w.Replay("x.dlx"), fmt.Sprintf("xcbench verify --solver bad --updates %d x.dlx", given.Updates); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A further run has a second at most, and never more than the timeout.
func TestFurtherRunsHaveNoMoreTimeThanTheFirst(t *testing.T) {
	for timeout, most := range map[time.Duration]time.Duration{
		0: time.Second, 1: 1, time.Second: time.Second, time.Hour: time.Second,
	} {
		synctest.Test(t, func(t *testing.T) {
			var limits cover.Limits
			var times []time.Duration
			v := variant("watched", watched{limits: &limits, times: &times})
			if _, err := Verify(t.Context(), instance(t, "queens/4"), []solvers.Variant{v}, Bounds{Timeout: timeout}); err != nil {
				t.Fatal(err)
			}
			if len(times) != 3 || times[1] != most || times[2] != most {
				t.Errorf("timeout %v: got runs with %v left, want two further ones with %v", timeout, times, most)
			}
		})
	}
}

// A solver whose worker is killed is verified again, also if it is the only one.
func TestASolverAloneIsVerifiedAgainToo(t *testing.T) {
	t.Setenv(killVariable, t.TempDir()+"/runs 0")
	r := verifyInWorker(t, instance(t, "queens/4"), Bounds{}, 0, "killed_once")
	if got := r.Outcomes[0].Stats.Status; got != cover.Solved {
		t.Errorf("got %s, want solved", got)
	}
}

// A solver has its time from when it begins. The worker may take longer to start and to build the
// problem.
func TestAWorkerThatStartsSlowlyIsWaitedFor(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	t.Parallel()
	v := NewVerifier([]string{"/bin/sh", "-c", `sleep 0.8; exec "$0"`, os.Args[0]})
	defer v.Close()
	v.remote.isolation.Grace = 400 * time.Millisecond
	r, err := v.Verify(t.Context(), instance(t, "queens/4"), []solvers.Variant{good}, Bounds{Timeout: 100 * time.Millisecond})
	if err != nil || len(r.Faulty()) > 0 || r.Outcomes[0].Stats.Status != cover.Solved {
		t.Errorf("got %+v, %v, want it solved", r.Outcomes, err)
	}
}

// The smallest problem has a primary item, because its file needs one. An option can be chosen where
// no item can go alone, and options go one by one if they do not go together.
func TestEachStepOfShrinkingIsTaken(t *testing.T) {
	problem := func(options ...[]int) *cover.Problem {
		var b cover.Builder
		b.Primary("a", "b", "c", "d")
		for _, o := range options {
			b.OptionOf(o...)
		}
		p, err := b.Problem()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for what, c := range map[string]struct {
		p     *cover.Problem
		fails func(*cover.Problem) bool
		want  []int // primary items and options
	}{
		"always":     {problem([]int{0, 1}, []int{2}), func(*cover.Problem) bool { return true }, []int{1, 0}},
		"even items": {problem([]int{0, 1}), func(p *cover.Problem) bool { return p.Primary()%2 == 0 }, []int{2, 0}},
		"three options": {problem([]int{0}, []int{1}, []int{2}, []int{3}),
			func(p *cover.Problem) bool { return p.Primary() == 4 && p.Options() >= 3 }, []int{4, 3}},
	} {
		p := shrink(t.Context(), c.p, c.fails)
		if got := []int{p.Primary(), p.Options()}; !slices.Equal(got, c.want) {
			t.Errorf("%s: got %d primary items and %d options, want %v", what, got[0], got[1], c.want)
		}
	}
}
