package bench_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/naive"
	"xcbench/results"
	"xcbench/solvers"
)

// dropping neither reports nor counts the third solution.
var dropping = faulty{
	show: func(_ int, visit cover.Visitor) cover.Visitor {
		n := 0
		return func(options []int) bool { n++; return n == 3 || visit(options) }
	},
	count: func(_ int, s *cover.Stats) {
		if s.Solutions >= 3 {
			s.Solutions--
		}
	},
}

// extraNode counts a node too many on a level.
func extraNode(level int) faulty {
	return faulty{count: func(_ int, s *cover.Stats) {
		if len(s.Levels) > level {
			s.Levels[level].Nodes++
			s.Nodes++
		}
	}}
}

// saved is the file of a reproducer.
type saved struct {
	comments []string
	puzzle   *format.Puzzle
	options  int
	items    int
}

// save reproduces the fault of an outcome and reads the file.
func save(t *testing.T, r bench.Report, o bench.Outcome, b bench.Bounds, worker []string) (s saved) {
	t.Helper()
	w, err := r.Reproduce(t.Context(), o, b, worker)
	if err != nil {
		t.Fatal(err)
	}
	path, err := w.Save(filepath.Join(t.TempDir(), "new"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if comment, ok := strings.CutPrefix(line, "| "); ok {
			s.comments = append(s.comments, strings.TrimSpace(comment))
		}
	}
	reader, err := format.NewReader(path, strings.NewReader(string(text)), format.Options{From: "dlx"})
	if err == nil {
		s.puzzle, err = reader.Read()
	}
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	s.options, s.items = s.puzzle.Problem().Options(), s.puzzle.Problem().Items()
	if found := "Found on " + r.Faults()[0].InstanceID + ": " + o.Fault; s.comments[1] != found {
		t.Errorf("got the comments %q, want %q", s.comments, found)
	}
	return s
}

// Every fault is shrunk to the smallest problem that shows it, in a file that shows it again:
// alone, or beside the nearest solver, which has more figures to compare.
func TestAFaultIsShrunkToASmallFileThatReplays(t *testing.T) {
	far := solvers.Variant{Solver: naive.New(cover.MRV), Name: "far", Algorithm: "naive", Rule: cover.MRV,
		Counter: solvers.Entries}
	for _, c := range []struct {
		solver         faulty
		status         cover.Status
		options, items int
		fault, replay  string
	}{
		{dropping, results.Wrong, 3, 1, "sets of solutions differ: bad has 2; good has 3", "bad,good"},
		{faulty{show: cutShort}, results.Wrong, 1, 1, `solution 1: primary item "c3" is not covered`, "bad"},
		{extraNode(3), results.Disagree, 3, 3, "nodes differ on level 3: bad has 2; good has 1", "bad,good"},
		{faulty{show: func(_ int, visit cover.Visitor) cover.Visitor { // panics at depth
			var stack [3]int
			return func(options []int) bool { stack[len(options)-1]++; return visit(options) }
		}}, results.Crash, 4, 4, "panic: runtime error: index out of range [3] with length 3", "bad"},
		{faulty{count: func(run int, s *cover.Stats) {
			if run > 1 && len(s.Levels) > 1 {
				s.Levels[1].Updates++
				s.Updates++
			}
		}}, results.Wrong, 1, 1, "1 solutions, 2 nodes, 2 updates in one run and 1, 2, 1 in another", "bad"},
	} {
		in, bad := instance(t, "queens/6"), variant("bad", c.solver)
		in.Nodes, in.Updates = corpus.Unknown, corpus.Unknown
		bounds := bench.Bounds{Timeout: time.Second}
		r := verify(t, in, bounds, far, bad, good, alsoGood)
		if f := r.Faulty(); len(f) != 1 || f[0].Variant.Name != "bad" || f[0].Stats.Status != c.status {
			t.Fatalf("got faults %q, want one of bad with status %s", faults(r), c.status)
		}
		got := save(t, r, r.Faulty()[0], bounds, nil)
		if got.options != c.options || got.items != c.items || len(got.comments) != 3 ||
			got.comments[0] != "Solver bad: "+c.fault ||
			got.comments[2] != "Replay: xcbench verify --solver "+c.replay+" queens-6-bad.dlx" {
			t.Errorf("got %d options, %d items and %q, want %d, %d, %q and a replay with %s", got.options, got.items,
				got.comments, c.options, c.items, c.fault, c.replay)
		}
		again := verify(t, corpus.FromPuzzle("try", got.puzzle), bounds, []solvers.Variant{bad,
			good}[:1+strings.Count(c.replay, ",")]...)
		if f := again.Faults(); len(f) == 0 || f[0].Solver != "bad" || f[0].Status != c.status {
			t.Errorf("got the faults %+v from the file, want %s", f, c.status)
		}
	}
}

// Where nothing decides, each side has a reproducer that names both. Searches that a limit stopped
// are compared if the user set it, and the replay sets it too. A file name is quoted for the shell.
func TestDisagreementsWithoutAMajorityAreShrunk(t *testing.T) {
	for flags, limits := range map[string]cover.Limits{"": {}, "--nodes 100 ": {Nodes: 100}} {
		bounds := bench.Bounds{Limits: limits}
		r := verify(t, unknown(t, "queens/8"), bounds, good, variant("bad", extraNode(2)))
		if len(r.Faulty()) != 2 {
			t.Fatalf("got faults %q, want two", faults(r))
		}
		for k, o := range r.Faulty() {
			got := save(t, r, o, bounds, nil)
			want := [][2]string{{"Solver good: nodes differ on level 2: good has 1; bad has 2", "good,bad "},
				{"Solver bad: nodes differ on level 2: bad has 2; good has 1", "bad,good "}}[k]
			replay := "Replay: xcbench verify --solver " + want[1] + flags
			if o.Stats.Status != results.Disagree || got.options != 2 || got.comments[0] != want[0] ||
				!strings.HasPrefix(got.comments[2], replay+"queens-8-") {
				t.Errorf("%+v: got %s, %d options and %q, want 2 options and %q, %s", limits, o.Stats.Status, got.options,
					got.comments,
					want[0], replay)
			}
		}
	}
	bounds := bench.Bounds{Limits: cover.Limits{Updates: 1 << 20}}
	r := verify(t, instance(t, "queens/6"), bounds, variant("bad", faulty{show: cutShort}))
	w, err := r.Reproduce(t.Context(), r.Faulty()[0], bounds, nil)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"repro/a-1.dlx": "repro/a-1.dlx", "my file": "'my file'", "it's": `'it'\''s'`, "ü": "'ü'",
	} {
		if got, want := w.Replay(file), "xcbench verify --solver bad --updates 1048576 "+want; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// The notes say why a problem is not the smallest one.
func TestAReproducerThatIsNotMinimalSaysWhy(t *testing.T) {
	// A smaller problem is in no catalogue, so its file would show no fault.
	in := instance(t, "queens/4")
	in.Solutions.N++
	r := verify(t, in, bench.Bounds{}, good)
	got := save(t, r, r.Faulty()[0], bench.Bounds{}, nil)
	if got.options != 16 || !strings.Contains(got.comments[2],
		"only the known figures") ||
		got.comments[3] != "Replay: xcbench verify --solver good queens/4" {
		t.Errorf("got %d options and %q, want the whole problem, the reason and a replay of the instance", got.options,
			got.comments)
	}

	synctest.Test(t, func(t *testing.T) { // its clock stands still while a program computes
		var large atomic.Bool // a search that was given up may still be prepared
		slow := variant("slow", faulty{
			prepare: func(p *cover.Problem) { large.Store(p.Options() >= 130) },
			before:  func(int, context.Context, cover.Limits) { time.Sleep(900 * time.Millisecond) },
			show: func(run int, visit cover.Visitor) cover.Visitor {
				if large.Load() {
					return cutShort(run, visit)
				}
				return visit
			},
		})
		r := verify(t, instance(t, "queens/12"), bench.Bounds{}, slow)
		got := save(t, r, r.Faulty()[0], bench.Bounds{}, nil)
		if !strings.HasPrefix(got.comments[2], "not minimal: shrinking stopped after ") || got.options < 130 ||
			got.options == 144 {
			t.Errorf("got %d options of 144 and %q, want a smaller problem and a note", got.options, got.comments)
		}
		time.Sleep(time.Hour) // until the last search ends
	})

	synctest.Test(t, func(t *testing.T) { // each try of a smaller problem would wait for a search that does not stop
		over := make(chan struct{})
		defer close(over)
		hang := faulty{before: func(int, context.Context, cover.Limits) { <-over }}
		r := verify(t, instance(t, "queens/5"), bench.Bounds{Timeout: time.Second}, variant("hang", hang), good)
		got := save(t, r, r.Faulty()[0], bench.Bounds{Timeout: time.Second}, worker)
		if got.options != 25 || len(got.comments) != 4 || !strings.HasPrefix(got.comments[2], "not shrunk: ") {
			t.Errorf("got %d options and %q, want the whole problem of a hang, and the reason", got.options, got.comments)
		}
	})
}
