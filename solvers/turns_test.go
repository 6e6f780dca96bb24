package solvers

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// paced searches for a number of nodes, with as many updates, and then shows a solution.
type paced struct {
	name   string
	nodes  int64
	status cover.Status // of a search that its limits do not stop
	made   *[]string    // the limits of each run
}

func (s paced) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }
func (s paced) Prepare(*cover.Problem) (cover.Search, error) {
	if s.nodes == 0 {
		return nil, cover.Unsupportedf("no")
	}
	return s, nil
}

func (s paced) Run(_ context.Context, l cover.Limits, visit cover.Visitor) cover.Stats {
	how := fmt.Sprint(s.name, " ", l.Nodes, " ", l.Updates)
	stats := cover.Stats{Status: s.status, Nodes: s.nodes, Updates: s.nodes}
	for _, limit := range []int64{l.Nodes, l.Updates} {
		if limit > 0 && stats.Nodes > limit {
			stats.Status, stats.Nodes, stats.Updates = cover.Limit, limit, limit
		}
	}
	if stats.Status == cover.Solved {
		stats.Solutions = 1
		if visit != nil {
			visit([]int{0})
			how += " shown"
		}
		if l.Solutions == 1 {
			stats.Status = cover.Limit
		}
	}
	*s.made = append(*s.made, how)
	return stats
}

// Each turn begins anew and is longer than the one before. The solution is shown once.
func TestAutoAndLearnTakeTurnsIfOneSolutionIsWanted(t *testing.T) {
	wide := textbook.Problem(1, textbook.Times(few+1, 0)...)
	kinds := textbook.Problem(12, slices.Concat(textbook.Times(11, 0, 3, 6, 9), textbook.Times(11, 1, 4, 7, 10), textbook.Times(11, 2, 5, 8, 11))...)
	traced := &cover.Trace{}
	for _, c := range []struct {
		name         string
		p            *cover.Problem
		nodes, learn int64 // that each of the two needs
		learns       cover.Status
		limits       cover.Limits
		chosen, made string
	}{
		{"in the first turn", wide, 1 << 18, 1, cover.Solved, cover.Limits{Solutions: 1}, "main", "main 262144 8388608 shown"},
		{"in learn's first turn", wide, 1<<18 + 1, 1 << 21, cover.Solved, cover.Limits{Solutions: 1}, "learn",
			"main 262144 8388608, learn 0 2097152 shown"},
		{"in the second turn", wide, 1 << 21, 1<<21 + 1, cover.Solved, cover.Limits{Solutions: 1}, "main",
			"main 262144 8388608, learn 0 2097152, main 2097152 67108864 shown"},
		{"in learn's second turn", wide, 1<<21 + 1, 1 << 23, cover.Solved, cover.Limits{Solutions: 1}, "learn",
			"main 262144 8388608, learn 0 2097152, main 2097152 67108864, learn 0 8388608 shown"},
		{"learn has no memory", wide, 1<<18 + 1, 5, cover.Memout, cover.Limits{Solutions: 1}, "main",
			"main 262144 8388608, learn 0 2097152, main 0 0 shown"},
		{"learn refuses", wide, 1<<18 + 1, 0, cover.Solved, cover.Limits{Solutions: 1}, "main", "main 262144 8388608, main 0 0 shown"},
		{"a limit within the turn", wide, 1<<18 + 1, 1, cover.Solved, cover.Limits{Solutions: 1, Nodes: 1 << 18}, "main", "main 262144 8388608"},
		{"a limit beyond the turn", wide, 1<<18 + 2, 1 << 19, cover.Solved, cover.Limits{Solutions: 1, Nodes: 1<<18 + 1}, "learn",
			"main 262144 8388608, learn 262145 2097152"},
		{"updates within the turn", wide, 9, 1, cover.Solved, cover.Limits{Solutions: 1, Updates: 8}, "main", "main 262144 8"},
		{"lanes in the first turn", kinds, 20_000, 1, cover.Solved, cover.Limits{Solutions: 1}, "lanes", "lanes 20000 0 shown"},
		{"lanes in the second turn", kinds, 20_001, 1 << 22, cover.Solved, cover.Limits{Solutions: 1}, "lanes",
			"lanes 20000 0, learn 0 2097152, lanes 160000 0 shown"},
		{"two wanted", wide, 1<<18 + 1, 1, cover.Solved, cover.Limits{Solutions: 2}, "main", "main 0 0 shown"},
		{"all wanted", wide, 1<<18 + 1, 1, cover.Solved, cover.Limits{}, "main", "main 0 0 shown"},
		{"traced", wide, 1<<18 + 1, 1, cover.Solved, cover.Limits{Solutions: 1, Trace: traced}, "main", "main 0 0 shown"},
	} {
		var made []string
		variant := func(name string, nodes int64, status cover.Status) Variant {
			return Variant{Name: name, Solver: paced{name, nodes, status, &made}}
		}
		main, learn := variant("main", c.nodes, cover.Solved), variant("learn", c.learn, c.learns)
		lanes := variant("lanes", c.nodes, cover.Solved)
		choices := []Variant{lanes, lanes, main, main, main}
		x, err := cover.Prepare(automatic{choices: choices, quick: main, learn: learn}, c.p)
		if err != nil {
			t.Fatal(err)
		}
		var whole cover.Stats
		for again := range 2 {
			made = nil
			shown := int64(0)
			stats := x.Run(t.Context(), c.limits, func([]int) bool { shown++; return true })
			stats.Setup, stats.Search = 0, 0
			if got := strings.Join(made, ", "); got != c.made || ChosenBy(x) != c.chosen || shown != stats.Solutions {
				t.Errorf("%s: got %s, by %s, %d solutions shown, want %s, by %s", c.name, got, ChosenBy(x), shown, c.made, c.chosen)
			}
			if again > 0 && !reflect.DeepEqual(stats, whole) {
				t.Errorf("%s: got %+v, and then %+v", c.name, whole, stats)
			}
			whole = stats
		}
	}
}
