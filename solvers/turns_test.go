package solvers

import (
	"context"
	"fmt"
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
	did    *[]string
}

func (s paced) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

func (s paced) Prepare(*cover.Problem) (cover.Search, error) {
	if *s.did = append(*s.did, s.name+" new"); s.nodes == 0 {
		return nil, cover.Unsupportedf("no")
	}
	return s, nil
}

func (s paced) Run(_ context.Context, l cover.Limits, visit cover.Visitor) cover.Stats {
	*s.did = append(*s.did, fmt.Sprint(s.name, " ", l.Nodes, " ", l.Updates))
	stats := cover.Stats{Status: s.status, Nodes: s.nodes, Updates: s.nodes}
	for _, limit := range []int64{l.Nodes, l.Updates} {
		if limit > 0 && stats.Nodes > limit {
			stats.Status, stats.Nodes, stats.Updates = cover.Limit, limit, limit
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

// Each turn begins anew and is longer than the one before. The solution is shown once.
func TestAutoAndLearnTakeTurnsIfOneSolutionIsWanted(t *testing.T) {
	p := textbook.Problem(1, textbook.Times(few+1, 0)...)
	const turn, all, learned = "main 262144 8388608", "main 0 0", ", learn new, learn 0 2097152"
	one := cover.Limits{Solutions: 1}
	for _, c := range []struct {
		nodes, learn int64 // that each of the two needs
		learns       cover.Status
		limits       cover.Limits
		want         string
	}{
		{1 << 18, 1, cover.Solved, one, turn},
		{1<<18 + 1, 1 << 21, cover.Solved, one, turn + learned},
		{1<<21 + 1, 1 << 23, cover.Solved, one, turn + learned + ", main 2097152 67108864, learn 0 8388608"},
		{1<<18 + 1, 5, cover.Memout, one, turn + learned + ", " + all},
		{1<<18 + 1, 0, cover.Solved, one, turn + ", learn new, " + all}, // refused
		{1<<18 + 1, 1, cover.Solved, cover.Limits{Solutions: 1, Nodes: 1 << 18}, turn},
		{1<<18 + 2, 1 << 19, cover.Solved, cover.Limits{Solutions: 1, Nodes: 1<<18 + 1}, turn + ", learn new, learn 262145 2097152"},
		{9, 1, cover.Solved, cover.Limits{Solutions: 1, Updates: 8}, "main 262144 8"},
		{1<<18 + 1, 1, cover.Solved, cover.Limits{Solutions: 2}, all},
		{1<<18 + 1, 1, cover.Solved, cover.Limits{Solutions: 1, Trace: &cover.Trace{}}, all},
	} {
		var did []string
		main := Variant{Name: "main", Solver: paced{"main", c.nodes, cover.Solved, &did}}
		learn := Variant{Name: "learn", Solver: paced{"learn", c.learn, c.learns, &did}}
		x, err := cover.Prepare(automatic{choices: []Variant{learn, learn, main, main, main}, quick: main, learn: learn}, p)
		if err != nil {
			t.Fatal(err)
		}
		did = nil
		shown := int64(0)
		visit := func([]int) bool { shown++; return true }
		whole := x.Run(t.Context(), c.limits, visit)
		got := strings.Join(did, ", ")
		if by := strings.Fields(did[len(did)-1])[0]; got != c.want || ChosenBy(x) != by || shown != whole.Solutions {
			t.Errorf("%+v: got %s, by %s, %d solutions shown, want %s, by %s", c.limits, got, ChosenBy(x), shown, c.want, by)
		}
	}
}
