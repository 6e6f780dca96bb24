package solvers

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// paced searches for a number of nodes, with as many updates, and then shows a solution. It refuses a
// problem if there are none.
type paced struct {
	name   string
	nodes  int64
	status cover.Status // of a search that its limits do not stop
	did    *[]string    // who did something, and each time that another one goes on
}

func (s paced) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

func (s paced) Prepare(*cover.Problem) (cover.Search, error) {
	time.Sleep(time.Millisecond)
	if *s.did = append(*s.did, s.name+" new"); s.nodes == 0 {
		return nil, cover.Unsupportedf("no")
	}
	return s, nil
}

func (s paced) Run(_ context.Context, l cover.Limits, visit cover.Visitor) cover.Stats {
	*s.did = append(*s.did, s.name+" begins")
	stats := cover.Stats{Status: s.status}
	for ; stats.Nodes < s.nodes; stats.Nodes++ {
		switch {
		case l.Trace != nil && l.Trace.Stop != nil && l.Trace.Stop(stats.Nodes, stats.Nodes):
			stats.Status = cover.Timeout
			return stats
		case l.Nodes > 0 && stats.Nodes == l.Nodes || l.Updates > 0 && stats.Nodes == l.Updates:
			stats.Status = cover.Limit
			return stats
		}
		if last := len(*s.did) - 1; !strings.HasPrefix((*s.did)[last], s.name) {
			*s.did = append(*s.did, s.name)
		}
	}
	if stats.Status == cover.Solved {
		if stats.Solutions = 1; visit != nil {
			visit([]int{0})
		}
		if l.Solutions == 1 {
			stats.Status = cover.Limit
		}
	}
	return stats
}

// After its first turn the variant begins once more, and neither does later. As far as steps tell, learn has
// three times as much of each turn. The solution is shown once. The time to set up learn is no search.
func TestAutoAndLearnTakeTurnsIfOneSolutionIsWanted(t *testing.T) {
	p := textbook.Problem(1, textbook.Times(20_000, 0)...)
	first, turn := int64(1<<24/(16+p.Options()/8)), int64(3<<24/256) // nodes, and updates of learn
	// The tables of the other problem have so many fields that learn has a turn before.
	late := textbook.Problem(70, textbook.Singles(70, 70*60)...)
	before := int64(3 * 70 * late.Options() / 256)
	const memout = 5 // learn is out of memory after so many
	const begins, learned, again = "main begins", ", learn new, learn begins", ", main begins"
	one := cover.Limits{Solutions: 1}
	for _, c := range []struct {
		p            *cover.Problem
		nodes, learn int64 // that each of the two needs
		limits       cover.Limits
		want         string
	}{
		{p, first, 1, one, begins},
		{p, first + 1, turn, one, begins + learned},
		{p, first + 1, turn + 1, one, begins + learned + again},
		{p, 99 * first, 3 * turn, one, begins + learned + again + ", learn" + strings.Repeat(", main, learn", 4)},
		{p, 9 * first, memout, one, begins + learned + again},
		{p, 9 * first, 0, one, begins + ", learn new" + again}, // refused
		{p, first, 1, cover.Limits{Solutions: 1, Nodes: first - 1}, begins},
		{p, first + 2, turn, cover.Limits{Solutions: 1, Nodes: first + 1}, begins + learned},
		{p, 9, 1, cover.Limits{Solutions: 1, Updates: 8}, begins},
		{p, first + 1, 1, cover.Limits{Solutions: 2}, begins},
		{p, first + 1, 1, cover.Limits{Solutions: 1, Trace: &cover.Trace{}}, begins},
		{late, 1, before, one, "learn new, learn begins"},
		{late, 1, before + 1, one, "learn new, learn begins, main new, main begins"},
		{late, 1, 1, cover.Limits{Solutions: 2}, "main new, main begins"},
		{late, 1, 0, one, "learn new, main new, main begins"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var did []string
			main := Variant{Name: "main", Solver: paced{"main", c.nodes, cover.Solved, &did}}
			learn := Variant{Name: "learn", Solver: paced{"learn", c.learn, cover.Solved, &did}}
			if c.learn == memout {
				learn.Solver = paced{"learn", memout, cover.Memout, &did}
			}
			x := textbook.Prepared(t, automatic{[]Variant{learn, learn, main, main, main}, learn}, c.p)
			made := len(did)
			did = nil
			shown := int64(0)
			whole := x.Run(t.Context(), c.limits, func([]int) bool { shown++; return true })
			setup := time.Duration(0) // if Prepare has all of it
			if n := strings.Count(c.want, "new"); n > 0 {
				setup = time.Duration(made+n) * time.Millisecond
			}
			got := fmt.Sprint(strings.Join(did, ", "), " by ", ChosenBy(x), " ", shown, whole.Setup, whole.Search)
			if want := fmt.Sprint(c.want, " by ", strings.Fields(did[len(did)-1])[0], " ", whole.Solutions, setup, time.Duration(0)); got != want {
				t.Errorf("%+v: got %s, want %s", c.limits, got, want)
			}
		})
	}
}
