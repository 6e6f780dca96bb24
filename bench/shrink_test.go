package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/results"
	"xcbench/solvers"
)

// smallest has solvers with one fault each, and the size of the smallest problem that shows it.
var smallest = []struct {
	name         string
	solver       cover.Solver
	status       cover.Status
	on           string // an instance that shows it
	options      int    // of the reproducer, at most
	fault        string // on the reproducer, in part
	needsAnother bool
}{
	{"drops a solution", dropping,
		results.Wrong, "queens/6", 3, "sets of solutions differ: bad has 2; good has 3", true},
	{"repeats a solution", faulty{show: repeatFirst}, results.Wrong, "queens/6", 3,
		"solution 3: repeats an earlier solution", false},
	{"reports what is no solution", faulty{show: cutShort}, results.Wrong, "queens/6", 1, "is not covered", false},
	{"counts a node too many", faulty{count: func(s *cover.Stats) {
		if len(s.Levels) > 3 {
			s.Levels[3].Nodes++
			s.Nodes++
		}
	}}, results.Disagree, "queens/6", 6, "nodes differ on level 3: bad has ", true},
	{"adds up wrongly", faulty{count: func(s *cover.Stats) { s.Updates += s.Solutions }}, results.Wrong, "queens/6", 1,
		"updates in all", false},
	{"undoes in the wrong order", tiny{undoForward: true}, results.Wrong, "langford/7", 6, `item "s8" is covered twice`,
		false},
	{"panics at depth", &panicking{depth: 3}, results.Crash, "queens/6", 4,
		"panic: runtime error: index out of range [3] with length 3", false},
	{"differs in the second run", forgetful{}, results.Wrong, "queens/6", 2, "in another", false},
}

func TestPlantedFaultsAreCaughtAndShrunk(t *testing.T) {
	for _, c := range smallest {
		t.Run(c.name, func(t *testing.T) {
			in := instance(t, c.on)
			in.Nodes, in.Updates = corpus.Unknown, corpus.Unknown
			bad := variant("bad", c.solver)
			r, err := Verify(t.Context(), in, []solvers.Variant{good, bad, alsoGood}, Bounds{Timeout: time.Second})
			if err != nil {
				t.Fatal(err)
			}
			wrong := r.Faulty()
			if len(wrong) != 1 || wrong[0].Variant.Name != "bad" || wrong[0].Stats.Status != c.status {
				t.Fatalf("got faults %q, want one of bad with status %s", faults(r), c.status)
			}
			w, err := r.Reproduce(t.Context(), wrong[0], Bounds{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if w.problem.Options() > c.options || !strings.Contains(w.Fault, c.fault) || w.note != "" {
				t.Errorf("got %d options and fault %q (%s), want at most %d and %q", w.problem.Options(), w.Fault, w.note,
					c.options, c.fault)
			}
			if got := len(w.solvers) == 2; got != c.needsAnother {
				t.Errorf("got solvers %v to replay, want two: %v", w.solvers, c.needsAnother)
			}
			wantMinimal(t, r, wrong[0], w)
		})
	}
}

// The fault planted in tiny is its only one: without it, tiny is correct.
func TestTinyWithoutItsPlantedFaultIsCorrect(t *testing.T) {
	for _, id := range []string{"queens/6", "langford/7", "domino/4x4"} {
		r, err := Verify(t.Context(), instance(t, id), []solvers.Variant{good, variant("tiny", tiny{})}, Bounds{})
		if err != nil || len(r.Faulty()) > 0 {
			t.Errorf("%s: got %v, faults %q, want none", id, err, faults(r))
		}
	}
}

// dropping neither reports nor counts the third solution.
var dropping = faulty{show: dropThird, count: func(s *cover.Stats) {
	if s.Solutions >= 3 {
		s.Solutions--
	}
}}

// If all solvers have the same fault, the SAT solver still shows it.
func TestAFaultThatOnlyTheSATSolverShowsIsShrunk(t *testing.T) {
	in := instance(t, "queens/6")
	r := Report{instance: in, Outcomes: []Outcome{{Variant: variant("bad", dropping),
		Stats: cover.Stats{Status: results.Wrong}}}}
	puzzle, err := in.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	all := r.crosschecks(r.Outcomes[0], Bounds{}, verify)
	c := all[len(all)-1]
	p := shrink(t.Context(), puzzle.Problem(), func(p *cover.Problem) bool { return c.fault(t.Context(), p) != "" })
	if got, want := c.fault(t.Context(), p), "2 solutions, a SAT solver finds 3 or more"; p.Options() != 3 || got != want {
		t.Errorf("got %d options and fault %q, want 3 and %q", p.Options(), got, want)
	}
}

// Where nothing decides, each side has a reproducer, and both name both sides.
func TestDisagreementsWithoutAMajorityAreShrunk(t *testing.T) {
	for _, limits := range []cover.Limits{{}, {Nodes: 100}} {
		bad := variant("bad", faulty{count: func(s *cover.Stats) {
			if len(s.Levels) > 2 {
				s.Levels[2].Nodes++
				s.Nodes++
			}
		}})
		bounds := Bounds{Limits: limits}
		r, err := Verify(t.Context(), unknown(t, "queens/8"), []solvers.Variant{good, bad}, bounds)
		if err != nil || len(r.Faulty()) != 2 {
			t.Fatalf("got %v and faults %q, want two", err, faults(r))
		}
		for k, o := range r.Faulty() {
			if o.Stats.Status != results.Disagree {
				t.Errorf("%s: got status %s, want disagree", o.Variant.Name, o.Stats.Status)
			}
			w, err := r.Reproduce(t.Context(), o, bounds, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := []string{"nodes differ on level 2: good has 1; bad has 2", "nodes differ on level 2: bad has 2; good has 1"}[k]
			if w.problem.Options() > 2 || w.Fault != want || w.note != "" || len(w.solvers) != 2 {
				t.Errorf("%+v: got %d options, fault %q (%s) and solvers %v, want 2 options and %q of two solvers",
					limits, w.problem.Options(), w.Fault, w.note, w.solvers, want)
			}
		}
	}
}

// wantMinimal asserts that a reproducer shows the fault, and that no problem one step smaller does.
func wantMinimal(t *testing.T, r Report, o Outcome, w Reproducer) {
	t.Helper()
	var c *crosscheck
	for _, c = range r.crosschecks(o, Bounds{}, verify) {
		if c.fault(t.Context(), w.problem) != "" {
			break
		}
	}
	d := wholeOf(w.problem)
	if c.fault(t.Context(), d.problem()) == "" {
		t.Errorf("got no fault on the reproducer\n%s", text(t, w))
	}
	for k := range d.options {
		if c.fault(t.Context(), d.without(k, k+1).problem()) != "" {
			t.Errorf("got the fault without option %d too, want a minimal reproducer\n%s", k+1, text(t, w))
		}
		if smaller := d.chosen(k); len(smaller.primary) > 0 && c.fault(t.Context(), smaller.problem()) != "" {
			t.Errorf("got the fault with option %d chosen too, want a minimal reproducer\n%s", k+1, text(t, w))
		}
	}
	for _, i := range slices.Concat(d.primary, d.secondary) {
		if smaller := d.withoutItems([]int32{i}); len(smaller.primary) > 0 && c.fault(t.Context(), smaller.problem()) != "" {
			t.Errorf("got the fault without item %s too, want a minimal reproducer\n%s", w.problem.Name(int(i)), text(t, w))
		}
	}
}

func text(t *testing.T, w Reproducer) string {
	t.Helper()
	text, err := w.text()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// panicking indexes beyond the end of a slice at a depth.
type panicking struct{ depth int }

func (p *panicking) Prepare(problem *cover.Problem) (cover.Search, error) {
	return faulty{show: func(visit cover.Visitor) cover.Visitor {
		stack := make([]int, p.depth)
		return func(options []int) bool {
			stack[len(options)-1] = options[0]
			return visit(options)
		}
	}}.Prepare(problem)
}

// forgetful solvers count one update more on level 1 from the second run on.
type forgetful struct{}

func (forgetful) Prepare(p *cover.Problem) (cover.Search, error) {
	runs := 0
	return faulty{count: func(s *cover.Stats) {
		if runs++; runs > 1 && len(s.Levels) > 1 {
			s.Levels[1].Updates++
			s.Updates++
		}
	}}.Prepare(p)
}

func TestShrinkingEndsWithItsContext(t *testing.T) {
	in := instance(t, "queens/8")
	puzzle, err := in.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	tries := 0
	got := shrink(ctx, puzzle.Problem(), func(p *cover.Problem) bool {
		if tries++; tries == 5 {
			cancel()
		}
		return true
	})
	if tries != 5 || got.Options() >= puzzle.Problem().Options() || got.Options() == 0 {
		t.Errorf("got %d tries and %d options, want 5 tries and a smaller problem, though not the smallest", tries,
			got.Options())
	}
}

func TestShrinkFindsTheSmallestCause(t *testing.T) {
	var b cover.Builder
	for i := range 12 {
		b.Primary(fmt.Sprint("p", i))
	}
	b.Secondary("x", "y")
	for i := range 60 {
		b.OptionOf(i%12, 12+i%2)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	// conflict reports whether two options exclude each other by a secondary item.
	conflict := func(p *cover.Problem) bool {
		for a := range p.Options() {
			for c := range a {
				for _, i := range p.Option(a) {
					if int(i) >= p.Primary() && slices.Contains(p.Option(c), i) && p.Option(a)[0] != p.Option(c)[0] {
						return true
					}
				}
			}
		}
		return false
	}
	got := shrink(t.Context(), p, conflict)
	if got.Options() != 2 || got.Items() != 3 {
		t.Errorf("got %d options and %d items, want 2 and 3", got.Options(), got.Items())
	}
	if again := shrink(t.Context(), p, conflict); corpus.Hash(again) != corpus.Hash(got) {
		t.Error("got a different problem the second time, want the same one")
	}
}

func TestReproducerFilesStateTheFaultAndHowToReplayIt(t *testing.T) {
	in := instance(t, "queens/6")
	bad := variant("bad", faulty{show: cutShort})
	r, err := Verify(t.Context(), in, []solvers.Variant{good, bad}, Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.Reproduce(t.Context(), r.Faulty()[0], Bounds{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "new")
	path, err := w.Save(dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(dir, "queens-6-bad.dlx"); path != want {
		t.Errorf("got %s, want %s", path, want)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := `| Solver bad: solution 1: primary item "c3" is not covered
| Found on queens/6: solution 1: primary item "r0" is not covered
| Replay: xcbench verify --solver bad queens-6-bad.dlx
c3
c3
`
	if string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	reader, err := format.NewReader(path, strings.NewReader(string(got)), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	puzzle, err := reader.Read()
	if err != nil || corpus.Hash(puzzle.Problem()) != corpus.Hash(w.problem) {
		t.Errorf("got %v or a different problem from the file, want the reproducer's", err)
	}
}
