package cover_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// noting is a solver, and its own search, which notes what it is asked to do. Prepare takes 5 ms.
type noting struct {
	can   cover.Capabilities
	fails error
	setup time.Duration // as its runs report it
	did   string
}

func (s *noting) Capabilities() cover.Capabilities { return s.can }

func (s *noting) Prepare(p *cover.Problem) (cover.Search, error) {
	time.Sleep(5 * time.Millisecond)
	s.did += fmt.Sprint("prepare ", p.Items(), " ")
	return s, s.fails
}

func (s *noting) Run(_ context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	time.Sleep(time.Hour)
	s.did += fmt.Sprint("run ", limits.Nodes, " ", visit != nil, " ")
	return cover.Stats{Status: cover.Solved, Nodes: 7, Setup: s.setup, Search: 5}
}

// resetting can be reset too, which takes 3 ms.
type resetting struct{ *noting }

func (s resetting) Reset(p *cover.Problem) error {
	time.Sleep(3 * time.Millisecond)
	s.did += fmt.Sprint("reset ", p.Items(), " ")
	return s.fails
}

// The setup is the time of Prepare or Reset alone, unless the search reports it. The search before is
// returned again if it was reset.
func TestSolveNextRenewsTheSearchBeforeOrMakesAnother(t *testing.T) {
	show := func([]int) bool { return true }
	large := cover.Unsupportedf("too large")
	p := textbook.Problem(3, textbook.Singles(3, 3)...)
	for _, c := range []struct {
		solver, before noting
		reset          bool // the search before can be
		visit          cover.Visitor
		want           string // what the two did, the result, and whether the search before is returned
	}{
		{want: "prepare 3 run 11 false | solved 7 5ms 5ns <nil> false"},
		{reset: true, visit: show, want: "| reset 3 run 11 true solved 7 3ms 5ns <nil> true"},
		{solver: noting{setup: 7}, want: "prepare 3 run 11 false | solved 7 7ns 5ns <nil> false"},
		{before: noting{fails: large}, reset: true, want: "| reset 3 unsupported 0 3ms 0s unsupported: too large false"},
		{solver: noting{fails: large}, want: "prepare 3 | unsupported 0 5ms 0s unsupported: too large false"},
		{solver: noting{can: cover.Capabilities{CountsOnly: true}}, reset: true, visit: show,
			want: "| unsupported 0 0s 0s unsupported: the solver counts solutions and cannot show them; run it without a visitor false"},
	} {
		synctest.Test(t, func(t *testing.T) {
			before := cover.Search(&c.before)
			if c.reset {
				before = resetting{&c.before}
			}
			stats, search, err := cover.SolveNext(t.Context(), &c.solver, before, p, cover.Limits{Nodes: 11}, c.visit)
			got := fmt.Sprint(c.solver.did, "| ", c.before.did, stats.Status, " ", stats.Nodes, " ", stats.Setup, " ", stats.Search, " ", err, " ", search == before)
			if got != c.want || (search == nil) != (err != nil) {
				t.Errorf("got %s and search %v, want %s", got, search, c.want)
			}
		})
	}
}

// A run does not show solutions to anybody before it is asked to, so Prepare does not mind a solver
// that only counts. It does not ask a solver about a problem that the solver does not take.
func TestPrepareDoesNotRun(t *testing.T) {
	s := noting{can: cover.Capabilities{CountsOnly: true}}
	x, err := cover.Prepare(&s, textbook.Tiny())
	_, refused := cover.Prepare(&s, problemOf(t, "a", "x", "a x"))
	if err != nil || x != &s || refused == nil || s.did != "prepare 2 " {
		t.Errorf("got %v, %v and %v after %v, want the solver asked once", x, err, refused, s.did)
	}
}
