package bench

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/results"
	"xcbench/solvers"
)

// memory is a sink that keeps everything.
type memory struct {
	rows     []results.Row
	profiles []results.Profile
	full     bool // every write of a row fails, as on a full disk
}

func (m *memory) Row(r results.Row) error {
	if m.full {
		return errors.New("disk full")
	}
	m.rows = append(m.rows, r)
	return nil
}

func (m *memory) Profile(p results.Profile) error {
	m.profiles = append(m.profiles, p)
	return nil
}

func (m *memory) order() []string {
	var all []string
	for _, r := range m.rows {
		all = append(all, r.Key().Label())
	}
	return all
}

func quiet(int, int, string) {}

func silent(string) {}

// runPlan runs a plan without progress or log.
func runPlan(p Plan, s sink) error {
	return p.newRunner(recorded{}).run(context.Background(), s, quiet, silent)
}

func plan(t *testing.T, variants []solvers.Variant, ids ...string) Plan {
	p := Plan{Variants: variants, Samples: 2, MinTime: time.Microsecond}
	for _, id := range ids {
		p.Instances = append(p.Instances, instance(t, id))
	}
	return p
}

func TestRunTakesOneSampleOfEachBeforeASecondAndSolversTakeTurns(t *testing.T) {
	var m memory
	other := variant("other", dlx.Index(cover.MRV))
	p := plan(t, []solvers.Variant{good, other}, "queens/6", "langford/7")
	if err := runPlan(p, &m); err != nil {
		t.Fatal(err)
	}
	order := m.order()
	all := slices.Sorted(slices.Values(order[:4]))
	want := []string{"langford/7 good", "langford/7 other", "queens/6 good", "queens/6 other"}
	if !slices.Equal(all, want) {
		t.Errorf("first round: got %q, want %q in some order", all, want)
	}
	if second := slices.Sorted(slices.Values(order[4:])); !slices.Equal(all, second) {
		t.Errorf("second round: got %q, want the pairs of the first round", second)
	}
	for k := 0; k < len(order); k += 2 {
		if a, b := strings.Fields(order[k])[0], strings.Fields(order[k+1])[0]; a != b {
			t.Errorf("got %s between the solvers of %s, want them to take turns", b, a)
		}
	}
	for _, r := range m.rows {
		if r.Status != cover.Solved || r.Search <= 0 || r.Runs < 1 {
			t.Errorf("got %+v, want status solved and a time above 0", r)
		}
		if r.Name == "6" && (r.Solutions != 4 || r.Nodes != 111 || r.Updates != 1929) {
			t.Errorf("got %+v, want 4 solutions, 111 nodes, 1929 updates", r)
		}
	}
	if len(m.profiles) != 4 {
		t.Errorf("got %d profiles, want 4", len(m.profiles))
	}
	for _, profile := range m.profiles {
		if profile.Name == "6" && len(profile.Levels) != 7 {
			t.Errorf("got %v, want 7 levels", profile)
		}
	}
}

func TestSampleRepeatsTheSearchForAtLeastMinTime(t *testing.T) {
	var m memory
	p := plan(t, []solvers.Variant{good}, "domino/4x4")
	p.MinTime = 3 * time.Millisecond
	if err := runPlan(p, &m); err != nil {
		t.Fatal(err)
	}
	for _, r := range m.rows {
		if total := r.Search * float64(r.Runs); total < p.MinTime.Seconds()*0.999 {
			t.Errorf("got %d runs of %g s, want at least %v in total", r.Runs, r.Search, p.MinTime)
		}
	}
}

func TestTimeoutIsRecordedOnce(t *testing.T) {
	var m memory
	p := plan(t, []solvers.Variant{good}, "pentomino/6x10")
	p.Bounds.Timeout = time.Millisecond
	if err := runPlan(p, &m); err != nil {
		t.Fatal(err)
	}
	if len(m.rows) != 1 || m.rows[0].Status != cover.Timeout || len(m.profiles) != 0 {
		t.Errorf("got %+v and %d profiles, want one timeout", m.rows, len(m.profiles))
	}
}

// The solver finishes in time when it is verified, and times out when it is measured.
func TestTimeoutWhileSamplingIsRecordedOnce(t *testing.T) {
	runs := 0
	tired := variant("tired", faulty{count: func(s *cover.Stats) {
		if runs++; runs > 1 {
			s.Status = cover.Timeout
		}
	}})
	var m memory
	p := plan(t, []solvers.Variant{tired}, "queens/6")
	p.Samples = 5
	if err := runPlan(p, &m); err != nil {
		t.Fatal(err)
	}
	if len(m.rows) != 1 || m.rows[0].Status != cover.Timeout {
		t.Errorf("got %+v, want one timeout", m.rows)
	}
}

func TestWrongAnswersFailTheRun(t *testing.T) {
	runs := 0
	fickle := variant("fickle", faulty{count: func(s *cover.Stats) {
		if runs++; runs > 1 {
			s.Nodes++
		}
	}})
	for _, c := range []struct {
		bad  solvers.Variant
		want string
	}{
		{variant("bad", faulty{show: cutShort}), "solution 1: primary item"},
		{fickle, "4 solutions, 112 nodes, 1929 updates in one run and 4, 111, 1929 in another"},
	} {
		var m memory
		err := runPlan(plan(t, []solvers.Variant{good, c.bad}, "queens/6"), &m)
		var found *ErrFaults
		if !errors.As(err, &found) || len(found.Faults) != 1 || found.Faults[0].Status != results.Wrong ||
			!strings.HasPrefix(found.Faults[0].What, c.want) {
			t.Errorf("%s: got %v, want an ErrFaults with one fault, %q", c.bad.Name, err, c.want)
		}
		at := slices.IndexFunc(m.rows, func(r results.Row) bool { return r.Solver == c.bad.Name })
		if at < 0 || m.rows[at].Status != results.Wrong {
			t.Errorf("%s: got rows %+v, want one with status wrong", c.bad.Name, m.rows)
		}
	}
}

// withoutFaults returns the error of a run, or nil if it says only that solvers have faults.
func withoutFaults(err error) error {
	if _, ok := errors.AsType[*ErrFaults](err); ok {
		return nil
	}
	return err
}

// A crash is data, and the run goes on. Each solver has one line while it does.
func TestManyCrashesAreLoggedInOneLine(t *testing.T) {
	bad := variant("bad", odd{prepare: func() { panic("no") }})
	p := plan(t, []solvers.Variant{good, bad}, "queens/6", "langford/7", "queens/8")
	var log []string
	err := p.newRunner(recorded{}).run(t.Context(), &memory{}, quiet, func(line string) { log = append(log, line) })
	found, ok := errors.AsType[*ErrFaults](err)
	if !ok || found.Faults.String() != "3 crashes" || len(log) != 1 || !strings.HasPrefix(log[0], "crash: ") {
		t.Errorf("got %v and log %q, want 3 crashes, the first in the log", err, log)
	}
}

func TestRunStopsIfItCannotRecordOrIsCancelled(t *testing.T) {
	if err := runPlan(plan(t, []solvers.Variant{good}, "queens/6"), &memory{full: true}); err == nil ||
		err.Error() != "disk full" {
		t.Errorf("got %v, want disk full", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := plan(t, []solvers.Variant{good}, "queens/6").newRunner(recorded{})
	if err := r.run(ctx, &memory{}, quiet, silent); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestSolutionSetDoesNotDependOnOrder(t *testing.T) {
	set := func(solutions ...[]int) *solutionSet {
		s := &solutionSet{}
		for _, options := range solutions {
			s.add(options)
		}
		return s
	}
	a := set([]int{1, 2, 3}, []int{4, 5})
	if b := set([]int{5, 4}, []int{3, 1, 2}); !a.same(b) {
		t.Errorf("got %v and %v for the same set of solutions, want equal fingerprints", a, b)
	}
	for _, other := range []*solutionSet{set([]int{1, 2, 3}), set([]int{1, 2, 3}, []int{1, 2, 3}),
		set([]int{1, 2}, []int{3, 4, 5})} {
		if a.same(other) {
			t.Errorf("got fingerprint %v for another set, want a different one", other)
		}
	}
	if a.add([]int{2, 1, 3}) {
		t.Error("got true for a repeated solution, want false")
	}
}

// Two hashes make it improbable that two solutions, or sets of them, have the same fingerprint.
func TestASolutionHasTwoHashes(t *testing.T) {
	s := &solutionSet{}
	s.add([]int{1, 2, 3})
	if s.sums[0] == s.sums[1] || s.sums[0] == 0 || s.sums[1] == 0 {
		t.Errorf("got the hashes %d, want two different ones", s.sums)
	}
	if _, ok := s.seen[s.sums]; !ok {
		t.Errorf("got %v seen, want the solution's hashes %d", s.seen, s.sums)
	}
}

func TestSetsAreEqualIfTheirSizesAndBothSumsAre(t *testing.T) {
	set := func(size int64, first, second, ordered uint64) *solutionSet {
		return &solutionSet{size: size, sums: fingerprint{first, second}, ordered: ordered}
	}
	a := set(2, 5, 6, 7)
	for _, c := range []struct {
		other       *solutionSet
		same, order bool
	}{
		{set(2, 5, 6, 7), true, true},
		{set(2, 5, 6, 8), true, false},
		{set(3, 5, 6, 7), false, false},
		{set(2, 4, 6, 7), false, false},
		{set(2, 5, 5, 7), false, false},
	} {
		if same, order := a.same(c.other), a.sameOrder(c.other); same != c.same || order != c.order {
			t.Errorf("%+v: got equal %v, in the same order %v, want %v, %v", c.other, same, order, c.same, c.order)
		}
	}
}
