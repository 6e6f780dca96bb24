package cover_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
)

// noting is a solver that notes what it is asked to do. Its searches cannot be reset.
type noting struct {
	can   cover.Capabilities
	fails bool
	setup time.Duration // as its searches report it
	did   *[]string
}

func (s noting) Capabilities() cover.Capabilities { return s.can }

// Prepare takes 5 ms.
func (s noting) Prepare(p *cover.Problem) (cover.Search, error) {
	time.Sleep(5 * time.Millisecond)
	*s.did = append(*s.did, fmt.Sprint("prepare ", p.Items()))
	if s.fails {
		return nil, cover.Unsupportedf("too large")
	}
	return &notingSearch{s, p}, nil
}

type notingSearch struct {
	noting
	p *cover.Problem
}

func (x *notingSearch) Run(_ context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	time.Sleep(time.Hour)
	*x.did = append(*x.did, fmt.Sprint("run ", x.p.Items(), " ", limits.Nodes, " ", visit != nil))
	return cover.Stats{Status: cover.Solved, Nodes: 7, Setup: x.setup, Search: 5}
}

// reset is a search that can be reset, unless it fails. A reset takes 3 ms.
type reset struct{ notingSearch }

func (x *reset) Reset(p *cover.Problem) error {
	time.Sleep(3 * time.Millisecond)
	*x.did = append(*x.did, fmt.Sprint("reset ", p.Items()))
	if x.p = p; x.fails {
		return cover.Unsupportedf("too large")
	}
	return nil
}

// The setup is the time of Prepare or Reset alone, unless the search reports it.
func TestSolveNextRenewsTheSearchBeforeOrMakesAnother(t *testing.T) {
	const ms = time.Millisecond
	show := func([]int) bool { return true }
	var did []string
	before := notingSearch{noting{did: &did}, nil}
	failing := notingSearch{noting{did: &did, fails: true}, nil}
	counts := cover.Capabilities{CountsOnly: true}
	for _, c := range []struct {
		name   string
		solver noting
		before cover.Search
		visit  cover.Visitor
		want   string // what was done
		setup  time.Duration
		err    string
		same   bool // the search before is returned
	}{
		{"no search before", noting{}, nil, nil, "[prepare 3 run 3 11 false]", 5 * ms, "", false},
		{"a search that cannot be reset", noting{}, &before, nil, "[prepare 3 run 3 11 false]", 5 * ms, "", false},
		{"a search that can", noting{}, &reset{before}, show, "[reset 3 run 3 11 true]", 3 * ms, "", true},
		{"a search that knows its setup", noting{setup: 7}, nil, nil, "[prepare 3 run 3 11 false]", 7, "", false},
		{"a reset that fails", noting{}, &reset{failing}, nil, "[reset 3]", 3 * ms, "unsupported: too large", false},
		{"a solver that refuses", noting{fails: true}, nil, nil, "[prepare 3]", 5 * ms, "unsupported: too large", false},
		{"beyond the capabilities", noting{can: counts}, &reset{before}, show, "[]", 0,
			"unsupported: the solver counts solutions and cannot show them; run it without a visitor", false},
	} {
		synctest.Test(t, func(t *testing.T) {
			did = nil
			c.solver.did = &did
			stats, search, err := cover.SolveNext(t.Context(), c.solver, c.before, line(t, 3), cover.Limits{Nodes: 11}, c.visit)
			if got := fmt.Sprint(did); got != c.want || stats.Setup != c.setup {
				t.Errorf("%s: did %s with a setup of %v, want %s and %v", c.name, got, stats.Setup, c.want, c.setup)
			}
			if c.err != "" {
				if !errors.As(err, new(*cover.UnsupportedError)) || err.Error() != c.err || search != nil || stats.Status != cover.Unsupported {
					t.Errorf("%s: got %+v, %v, %v, want unsupported, no search, %s", c.name, stats, search, err, c.err)
				}
				return
			}
			if err != nil || stats.Status != cover.Solved || stats.Nodes != 7 || stats.Search != 5 || search == nil ||
				(search == c.before) != c.same {
				t.Errorf("%s: got %+v, %v, %v, want what the run returned, and the search before: %v", c.name, stats, search, err, c.same)
			}
		})
	}
}

// A run does not show solutions to anybody before it is asked to, so Prepare and Renew do not mind
// a solver that only counts.
func TestPrepareAndRenewDoNotRun(t *testing.T) {
	var did []string
	s := noting{can: cover.Capabilities{CountsOnly: true}, did: &did}
	x, err := cover.Prepare(s, line(t, 3))
	if err != nil || x == nil {
		t.Fatalf("got %v, %v", x, err)
	}
	before := &reset{notingSearch{s, nil}}
	y, err := cover.Renew(s, before, line(t, 4))
	if err != nil || y != cover.Search(before) || fmt.Sprint(did) != "[prepare 3 reset 4]" {
		t.Errorf("got %v, %v after %v, want the search before, reset", y, err, did)
	}
	p := problemOf(t, "a", "x", "a x")
	if _, err := cover.Prepare(s, p); err == nil || len(did) != 2 {
		t.Errorf("got %v after %v, want the solver not asked about a secondary item", err, did)
	}
}
