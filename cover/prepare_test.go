package cover_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
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
	before, failing := notingSearch{noting{did: &did}, nil}, notingSearch{noting{did: &did, fails: true}, nil}
	for _, c := range []struct {
		solver noting
		before cover.Search
		visit  cover.Visitor
		want   string // what was done
		setup  time.Duration
		err    string
		same   bool // the search before is returned
	}{
		{noting{}, nil, nil, "[prepare 3 run 3 11 false]", 5 * ms, "", false},
		{noting{}, &before, nil, "[prepare 3 run 3 11 false]", 5 * ms, "", false}, // it cannot be reset
		{noting{}, &reset{before}, show, "[reset 3 run 3 11 true]", 3 * ms, "", true},
		{noting{setup: 7}, nil, nil, "[prepare 3 run 3 11 false]", 7, "", false},
		{noting{}, &reset{failing}, nil, "[reset 3]", 3 * ms, "unsupported: too large", false},
		{noting{fails: true}, nil, nil, "[prepare 3]", 5 * ms, "unsupported: too large", false},
		{noting{can: cover.Capabilities{CountsOnly: true}}, &reset{before}, show, "[]", 0, "unsupported: the solver counts", false},
	} {
		synctest.Test(t, func(t *testing.T) {
			did = nil
			c.solver.did = &did
			stats, search, err := cover.SolveNext(t.Context(), c.solver, c.before, line(t, 3), cover.Limits{Nodes: 11}, c.visit)
			want := cover.Stats{Status: cover.Solved, Nodes: 7, Setup: c.setup, Search: 5}
			if c.err != "" {
				want = cover.Stats{Status: cover.Unsupported, Setup: c.setup}
			}
			if fmt.Sprint(did) != c.want || !reflect.DeepEqual(stats, want) || (search == nil) != (c.err != "") || search != nil && (search == c.before) != c.same {
				t.Errorf("%+v: did %v and got %+v, %v, want %s, %+v and the search before: %v", c.solver, did, stats, search, c.want, want, c.same)
			}
			if errors.As(err, new(*cover.UnsupportedError)) != (c.err != "") || c.err != "" && !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("%+v: got %v, want %s", c.solver, err, c.err)
			}
		})
	}
}

// A run does not show solutions to anybody before it is asked to, so Prepare does not mind a solver
// that only counts. It does not ask a solver about a problem that the solver does not take.
func TestPrepareDoesNotRun(t *testing.T) {
	var did []string
	s := noting{can: cover.Capabilities{CountsOnly: true}, did: &did}
	x, err := cover.Prepare(s, line(t, 3))
	_, refused := cover.Prepare(s, problemOf(t, "a", "x", "a x"))
	if err != nil || x == nil || refused == nil || fmt.Sprint(did) != "[prepare 3]" {
		t.Errorf("got %v, %v and %v after %v, want the solver asked once", x, err, refused, did)
	}
}
