package solvers

import (
	"context"
	"slices"
	"strings"
	"testing"

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
	spent  map[string]int64
}

func (s paced) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

func (s paced) Prepare(*cover.Problem) (cover.Search, error) {
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
		s.spent[s.name] = stats.Nodes + 1
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

// After its first turn the variant begins once more, and neither does later. Where learn wins, the other one has had at most half of its time, as far as steps
// tell, but for the first turn. The solution is shown once, and the levels are those of the winner.
func TestAutoAndLearnTakeTurnsIfOneSolutionIsWanted(t *testing.T) {
	p := textbook.Problem(1, textbook.Times(20_000, 0)...)
	cost := int64(16 + p.Options()/8)
	first, half := int64(1<<24)/cost, int64(1<<16)
	const begins, learned, again = "main begins", ", learn new, learn begins", ", main begins"
	one := cover.Limits{Solutions: 1}
	for _, c := range []struct {
		nodes, learn int64 // that each of the two needs
		learns       cover.Status
		limits       cover.Limits
		want         string
	}{
		{first, 1, cover.Solved, one, begins},
		{first + 1, half, cover.Solved, one, begins + learned},
		{first + 1, 3*half + 1, cover.Solved, one, begins + learned + again},
		{9 * first, 3*half + 1, cover.Solved, one, begins + learned + again + ", learn"},
		{99 * first, 9 * half, cover.Solved, one, begins + learned + again + ", learn" + strings.Repeat(", main, learn", 4)},
		{9 * first, 5, cover.Memout, one, begins + learned + again},
		{9 * first, 0, cover.Solved, one, begins + ", learn new" + again}, // refused
		{first, 1, cover.Solved, cover.Limits{Solutions: 1, Nodes: first - 1}, begins},
		{first + 2, 2 * half, cover.Solved, cover.Limits{Solutions: 1, Nodes: first + 1}, begins + learned},
		{9, 1, cover.Solved, cover.Limits{Solutions: 1, Updates: 8}, begins},
		{first + 1, 1, cover.Solved, cover.Limits{Solutions: 2}, begins},
		{first + 1, 1, cover.Solved, cover.Limits{Solutions: 1, Trace: &cover.Trace{}}, begins},
	} {
		var did []string
		spent := map[string]int64{}
		main := Variant{Name: "main", Solver: paced{"main", c.nodes, cover.Solved, &did, spent}}
		learn := Variant{Name: "learn", Solver: paced{"learn", c.learn, c.learns, &did, spent}}
		x, err := cover.Prepare(automatic{choices: []Variant{learn, learn, main, main, main}, quick: main, learn: learn}, p)
		if err != nil {
			t.Fatal(err)
		}
		did = nil
		shown := int64(0)
		visit := func([]int) bool { shown++; return true }
		whole := x.Run(t.Context(), c.limits, visit)
		by := strings.Fields(did[len(did)-1])[0]
		if got := strings.Join(did, ", "); got != c.want || ChosenBy(x) != by || shown != whole.Solutions {
			t.Errorf("%+v: got %s, by %s, %d solutions shown, want %s, by %s", c.limits, got, ChosenBy(x), shown, c.want, by)
		}
		if by == "learn" && 2*spent["main"]*cost > max(256*spent["learn"], 2<<24) {
			t.Errorf("%+v: got %d nodes before %d updates of learn, want at most half of its steps", c, spent["main"], spent["learn"])
		}
		if slices.Index(did, begins) != 0 {
			t.Errorf("got %v, want main first", did)
		}
	}
}
