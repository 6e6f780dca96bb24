package cover

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

// plain is a solver whose searches cannot be reset. It notes what it is asked to do.
type plain struct {
	can   Capabilities
	fails bool
	slow  time.Duration
	did   *[]string
}

func (s plain) Capabilities() Capabilities { return s.can }

func (s plain) Prepare(p *Problem) (Search, error) {
	time.Sleep(s.slow)
	*s.did = append(*s.did, fmt.Sprint("prepare ", p.Items()))
	if s.fails {
		return nil, Unsupportedf("too large")
	}
	return &plainSearch{p: p, slow: s.slow, did: s.did}, nil
}

type plainSearch struct {
	p    *Problem
	slow time.Duration
	did  *[]string
}

func (x *plainSearch) Run(_ context.Context, limits Limits, visit Visitor) Stats {
	time.Sleep(3 * x.slow)
	*x.did = append(*x.did, fmt.Sprint("run ", x.p.Items(), " ", limits.Nodes, " ", visit != nil))
	return Stats{Status: Solved, Nodes: 7, Search: 5}
}

// reset is a search that can be reset, unless it fails.
type reset struct {
	plainSearch
	fails bool
}

func (x *reset) Reset(p *Problem) error {
	*x.did = append(*x.did, fmt.Sprint("reset ", p.Items()))
	if x.p = p; x.fails {
		return Unsupportedf("too large")
	}
	return nil
}

func TestSolveNextRenewsTheSearchBeforeOrMakesAnother(t *testing.T) {
	show := func([]int) bool { return true }
	var did []string
	before := plainSearch{p: line(t, 1), did: &did}
	for _, c := range []struct {
		name   string
		solver plain
		before Search
		visit  Visitor
		want   string // what was done
		err    string
		same   bool // the search before is returned
	}{
		{"no search before", plain{}, nil, nil, "[prepare 3 run 3 11 false]", "", false},
		{"with a visitor", plain{}, nil, show, "[prepare 3 run 3 11 true]", "", false},
		{"a search that cannot be reset", plain{}, &before, nil, "[prepare 3 run 3 11 false]", "", false},
		{"a search that can", plain{}, &reset{before, false}, show, "[reset 3 run 3 11 true]", "", true},
		{"a reset that fails", plain{}, &reset{before, true}, nil, "[reset 3]", "unsupported: too large", false},
		{"a solver that refuses", plain{fails: true}, nil, nil, "[prepare 3]", "unsupported: too large", false},
		{"beyond the capabilities", plain{can: Capabilities{CountsOnly: true}}, &reset{before, false}, show, "[]",
			"unsupported: the solver counts solutions and cannot show them; run it without a visitor", false},
		{"within the capabilities", plain{can: Capabilities{CountsOnly: true}}, nil, nil,
			"[prepare 3 run 3 11 false]", "", false},
	} {
		did = nil
		c.solver.did = &did
		stats, search, err := SolveNext(t.Context(), c.solver, c.before, line(t, 3), Limits{Nodes: 11}, c.visit)
		if got := fmt.Sprint(did); got != c.want {
			t.Errorf("%s: did %s, want %s", c.name, got, c.want)
		}
		if c.err == "" {
			if err != nil || stats.Status != Solved || stats.Nodes != 7 || stats.Search != 5 || search == nil {
				t.Errorf("%s: got %+v, %v, %v, want what the run returned", c.name, stats, search, err)
			}
			if (search == c.before) != c.same {
				t.Errorf("%s: got the search before %v, want %v", c.name, !c.same, c.same)
			}
			continue
		}
		var unsupported *UnsupportedError
		if !errors.As(err, &unsupported) || err.Error() != c.err || search != nil || stats.Status != Unsupported {
			t.Errorf("%s: got %+v, %v, %v, want unsupported, no search, %s", c.name, stats, search, err, c.err)
		}
	}
}

// A run does not show solutions to anybody before it is asked to, so Prepare and Renew do not mind
// a solver that only counts.
func TestPrepareAndRenewDoNotRun(t *testing.T) {
	var did []string
	s := plain{can: Capabilities{CountsOnly: true}, did: &did}
	x, err := Prepare(s, line(t, 3))
	if err != nil || x == nil {
		t.Fatalf("got %v, %v", x, err)
	}
	before := &reset{plainSearch{did: &did}, false}
	y, err := Renew(s, before, line(t, 4))
	if err != nil || y != Search(before) || fmt.Sprint(did) != "[prepare 3 reset 4]" {
		t.Errorf("got %v, %v after %v, want the search before, reset", y, err, did)
	}
}

// Solve takes the time of Prepare, and leaves that of Run to the search.
func TestSetupIsTheTimeOfPrepareAlone(t *testing.T) {
	for _, fails := range []bool{false, true} {
		var did []string
		s := plain{fails: fails, slow: 5 * time.Millisecond, did: &did}
		before := time.Now()
		stats, err := Solve(t.Context(), s, line(t, 1), Limits{}, nil)
		most := time.Since(before)
		if !fails {
			most -= 3 * s.slow // Run sleeps as long at least
		}
		if stats.Setup < s.slow || stats.Setup > most || (err != nil) != fails {
			t.Errorf("fails %v: got %v, %v, want from %v to %v", fails, stats.Setup, err, s.slow, most)
		}
	}
}

// reporting is a solver whose searches end with these statistics.
type reporting struct{ stats Stats }

func (reporting) Capabilities() Capabilities                   { return Capabilities{} }
func (s reporting) Prepare(*Problem) (Search, error)           { return s, nil }
func (s reporting) Run(context.Context, Limits, Visitor) Stats { return s.stats }

func TestSolveKeepsTheSetupTimeThatASearchReports(t *testing.T) {
	got, err := Solve(context.Background(), reporting{Stats{Status: Solved, Setup: 7}}, line(t, 1), Limits{}, nil)
	if got.Setup != 7 || err != nil {
		t.Errorf("got setup %v and error %v, want the 7ns of the search", got.Setup, err)
	}
}
