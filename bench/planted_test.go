package bench_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/naive"
	"xcbench/solvers"
	"xcbench/solvers/external"
	"xcbench/solvers/learn"
	"xcbench/solvers/sat"
)

// planted are solvers with a fault in their counters or solutions, by name, and some without that show
// little. They are in the class of dlx_pointer.
func planted() map[string]cover.Solver {
	each := func(change func(*cover.Stats)) faulty {
		return faulty{count: func(_ int, s *cover.Stats) { change(s) }}
	}
	again := func(change func(*cover.Stats)) faulty { return faulty{count: inRun(3, change)} }
	shownAgain := func(show func(int, cover.Visitor) cover.Visitor) faulty {
		return faulty{show: func(run int, visit cover.Visitor) cover.Visitor {
			if run == 3 {
				return show(run, visit)
			}
			return visit
		}}
	}
	lost := instead(3, func([][]int) []int { return nil })
	blow := func(*cover.Stats) { panic("no\nstack") }
	flat := func(change func(*cover.Stats)) totals {
		return totals{each(func(s *cover.Stats) { s.Levels = nil; change(s) })}
	}
	onlyNodes := func(change func(*cover.Stats)) faulty { // as Knuth's programs: no updates by level
		return each(func(s *cover.Stats) {
			for k := range s.Levels {
				s.Levels[k].Updates = 0
			}
			change(s)
		})
	}
	shift := func(s *cover.Stats) { s.Levels[1].Nodes--; s.Levels[2].Nodes++ }
	return map[string]cover.Solver{
		"correct": faulty{}, "lying": faulty{show: cutShort}, "drops": dropping, "also_drops": dropping, "hides": faulty{show: lost},
		"panics_at_depth_4": faulty{show: func(_ int, visit cover.Visitor) cover.Visitor {
			var stack [3]int
			return func(options []int) bool { stack[len(options)-1]++; return visit(options) }
		}},
		"lies_slowly":       liesSlowly(),
		"repeats":           faulty{show: instead(3, func(all [][]int) []int { return all[0] })},
		"node":              extraNode(3),
		"node_too":          extraNode(3),
		"node_on_level_2":   extraNode(2),
		"node_in_all":       each(func(s *cover.Stats) { s.Nodes++ }),
		"update":            each(func(s *cover.Stats) { s.Levels[1].Updates--; s.Updates-- }),
		"root_update":       each(func(s *cover.Stats) { s.Levels[0].Updates++; s.Updates++ }),
		"update_in_all":     each(func(s *cover.Stats) { s.Updates-- }),
		"again_updates":     again(func(s *cover.Stats) { s.Levels[1].Updates++; s.Updates++ }),
		"again_levels":      again(func(s *cover.Stats) { s.Levels[1].Updates++; s.Levels[2].Updates-- }),
		"again_limit":       again(func(s *cover.Stats) { s.Status = cover.Limit }),
		"again_late":        again(func(s *cover.Stats) { s.Status, s.Updates = cover.Timeout, 9999 }),
		"again_late_nodes":  again(func(s *cover.Stats) { s.Status, s.Nodes = cover.Timeout, 112 }),
		"again_fewer":       shownAgain(lost),
		"again_swapped":     shownAgain(swapped),
		"again_cut":         shownAgain(cutShort),
		"panics_in_prepare": faulty{prepare: func(*cover.Problem) { blow(nil) }},
		"panics_in_run":     faulty{count: inRun(1, blow)},
		"panics_again":      faulty{count: inRun(2, blow)},
		"prepares_2ms":      faulty{prepare: func(*cover.Problem) { time.Sleep(2 * time.Millisecond) }},
		"refuses_after_2ms": refusing{faulty{prepare: func(*cover.Problem) { time.Sleep(2 * time.Millisecond) }}},
		"refuses":           refusing{},
		"tally":             counting{faulty{show: func(int, cover.Visitor) cover.Visitor { panic("asked to show solutions") }}},
		"tally_more":        counting{each(func(s *cover.Stats) { s.Solutions++ })},
		"late_with_node":    each(func(s *cover.Stats) { s.Status = cover.Timeout; s.Levels[1].Nodes++; s.Nodes++ }),
		"late_levels": faulty{count: func(run int, s *cover.Stats) {
			if run < 3 { // checked, and then counted
				s.Status = cover.Timeout // in fact it finished
			} else if run == 4 {
				s.Levels[1].Updates++
				s.Updates++
			}
		}},
		"small": each(func(s *cover.Stats) {
			s.Status, s.Nodes, s.Updates = cover.Solved, s.Nodes-s.Levels[3].Nodes, s.Updates-s.Levels[3].Updates
			s.Levels[3] = cover.Level{}
		}),
		"larger":              each(func(s *cover.Stats) { s.Status = cover.Limit; s.Nodes++; s.Levels[3].Nodes++ }),
		"flat":                flat(func(*cover.Stats) {}),
		"flat_nodes":          flat(func(s *cover.Stats) { s.Nodes++ }),
		"flat_updates":        flat(func(s *cover.Stats) { s.Updates = 0 }),
		"shifted":             each(shift),
		"totals_shifted":      totals{onlyNodes(shift)},
		"totals_updates":      totals{onlyNodes(func(s *cover.Stats) { s.Updates++ })},
		"totals_more_nodes":   totals{onlyNodes(func(s *cover.Stats) { s.Levels[1].Nodes++ })},
		"totals_one_update":   totals{onlyNodes(func(s *cover.Stats) { s.Levels[1].Updates++ })},
		"no_updates_by_level": onlyNodes(func(*cover.Stats) {}),
		"no_levels":           each(func(s *cover.Stats) { s.Levels = nil }),
		"stalls":              stalling{shows: 1, count: func(context.Context, *cover.Stats) {}},
		"stalls_late":         stalling{shows: 1, count: func(ctx context.Context, s *cover.Stats) { <-ctx.Done(); s.Status = cover.Timeout }},
		"stalls_and_drops":    stalling{shows: 1, count: func(_ context.Context, s *cover.Stats) { s.Solutions-- }},
		"stalls_at_once":      stalling{count: func(context.Context, *cover.Stats) {}},
	}
}

// liesSlowly returns a solver that is wrong about problems of 130 options or more.
func liesSlowly() faulty {
	var large atomic.Bool // a search that was given up may still be prepared
	return faulty{
		prepare: func(p *cover.Problem) { large.Store(p.Options() >= 130) },
		before:  func(int, context.Context, cover.Limits) { time.Sleep(900 * time.Millisecond) },
		show: func(run int, visit cover.Visitor) cover.Visitor {
			if large.Load() {
				return cutShort(run, visit)
			}
			return visit
		},
	}
}

// liars are the solver learn with faults in its proofs.
func liars() map[string]liar {
	// The second solution is neither shown nor counted, and the proof says nothing of it either.
	lost := faulty{
		show:  instead(2, func([][]int) []int { return nil }),
		count: func(_ int, s *cover.Stats) { s.Solutions-- },
	}
	skips := func(n int) func(learn.Proof) learn.Proof {
		return without(func(e *edited) bool { return n == 0 || e.shown == n })
	}
	says := func(options ...int) func(learn.Proof) learn.Proof {
		return func(to learn.Proof) learn.Proof { to.Solution(options); return to }
	}
	return map[string]liar{
		"proves":          {},
		"proves_nothing":  {proof: skips(0)},
		"proves_at_once":  {proof: endsAtOnce},
		"names_too_few":   {proof: skips(2)},
		"drops_one":       {faulty: lost},
		"drops_and_hides": {skips(2), lost},
		"names_none":      {proof: says()},
		"names_unknown":   {proof: says(300)},
		"proves_slowly":   {proof: func(to learn.Proof) learn.Proof { time.Sleep(20 * time.Millisecond); return to }},
	}
}

// recounts change a number of more than 2^64 solutions.
var recounts = map[string]recount{
	"half":          func(n *big.Int) { n.Rsh(n, 1) },
	"one_too_many":  func(n *big.Int) { n.Add(n, big.NewInt(1)) },
	"many_too_many": func(n *big.Int) { n.Add(n, new(big.Int).Lsh(big.NewInt(1), 64)) }, // 2^64
}

// plantedVariants are all of these, and forms of solvers that are compared in another way.
func plantedVariants() (all []solvers.Variant) {
	for name, s := range planted() {
		all = append(all, variant(name, s))
	}
	for name, s := range liars() {
		v := variant(name, s)
		v.Rule = learn.Learn
		all = append(all, v)
	}
	for name, s := range tellers {
		v := variant(name, s)
		v.Engine = new(external.Spec)
		all = append(all, v)
	}
	frontier, _ := solvers.Find("count_frontier")
	for name, s := range recounts {
		v := variant(name, s)
		v.Rule, v.Counter = frontier.Rule, frontier.Counter
		all = append(all, v)
	}
	for _, n := range []int64{1, 2, 3, 4, 200, 201, 1000} {
		claims := func(_ int, s *cover.Stats) { s.Solutions = n }
		all = append(all, variant(fmt.Sprint("claims_", n), counting{faulty{count: claims}}))
	}
	cdcl := variant("cdcl_claims_1000", counting{faulty{count: func(_ int, s *cover.Stats) { s.Solutions = 1000 }}})
	cdcl.Rule = sat.CDCL
	all = append(all, cdcl)
	entries, parallel := variant("entries", naive.New(cover.MRV)), variant("node_parallel", extraNode(3))
	entries.Counter, parallel.Algorithm = solvers.Entries, "node"
	return append(all, entries, parallel)
}

// scriptOf returns a scripted solver, and what its runs are asked for. The text of a run is its status, nodes,
// milliseconds, solutions, and the milliseconds of the whole answer, or why there is none.
func scriptOf(t *testing.T, text string) (solvers.Variant, *[]string) {
	var runs []cover.Stats
	for run := range strings.SplitSeq(text, ";") {
		status, nodes, took, solutions, rest := cover.Status(""), int64(0), 0, int64(3), ""
		if n, err := fmt.Sscan(strings.ReplaceAll(run, ",", " "), &status, &nodes, &took, &solutions, &rest); n < 3 {
			t.Fatal(run, err)
		}
		s := stats(status, nodes, time.Duration(took)*time.Millisecond)
		s.Solutions = solutions
		if wall, err := time.ParseDuration(rest); err == nil {
			s.Costs = &cover.Costs{Wall: wall}
		} else if wrong, ok := strings.CutPrefix(rest, "wrong:"); ok {
			s.Err = &cover.WrongError{Reason: wrong}
		} else if rest != "" {
			s.Err = errors.New(rest)
		}
		runs = append(runs, s)
	}
	return scriptedSolver(runs...)
}
