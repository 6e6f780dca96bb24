package bench_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"regexp"
	"strconv"
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

// planted are solvers with a fault in what they show or do, by name, and some without that show little. They
// are in the class of dlx_pointer.
func planted() map[string]cover.Solver {
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
	slow := faulty{prepare: func(*cover.Problem) { time.Sleep(2 * time.Millisecond) }}
	return map[string]cover.Solver{
		"correct": faulty{}, "lying": faulty{show: cutShort}, "drops": dropping, "also_drops": dropping, "hides": faulty{show: lost},
		"panics_at_depth_4": faulty{show: func(_ int, visit cover.Visitor) cover.Visitor {
			var stack [3]int
			return func(options []int) bool { stack[len(options)-1]++; return visit(options) }
		}},
		"lies_slowly":       liesSlowly(),
		"repeats":           faulty{show: instead(3, func(all [][]int) []int { return all[0] })},
		"again_fewer":       shownAgain(lost),
		"again_swapped":     shownAgain(swapped),
		"again_cut":         shownAgain(cutShort),
		"panics_in_prepare": faulty{prepare: func(*cover.Problem) { blow(nil) }},
		"panics_in_run":     faulty{count: inRun(1, blow)},
		"panics_again":      faulty{count: inRun(2, blow)},
		"prepares_2ms":      slow,
		"refuses_after_2ms": refusing{slow},
		"refuses":           refusing{},
		"stalls":            stalling{shows: 1, count: func(context.Context, *cover.Stats) {}},
		"stalls_late":       stalling{shows: 1, count: func(ctx context.Context, s *cover.Stats) { <-ctx.Done(); s.Status = cover.Timeout }},
		"stalls_and_drops":  stalling{shows: 1, count: func(_ context.Context, s *cover.Stats) { s.Solutions-- }},
		"stalls_at_once":    stalling{count: func(context.Context, *cover.Stats) {}},
	}
}

// tabled are the solvers with a fault in their statistics, and those that lack some. A line has a name and words: what kind of
// solver it is, and how it changes a total, or the figure of a level, in all runs or in one.
func tabled() (all []solvers.Variant) {
	table, err := os.ReadFile("testdata/solvers.tsv")
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(table)) {
		words := strings.Fields(line)
		f := faulty{count: func(run int, s *cover.Stats) {
			for _, word := range words[1:] {
				if !edit(word, run, s) {
					return
				}
			}
		}}
		v := variant(words[0], f)
		switch words[1] {
		case "totals":
			v.Solver = totals{f}
		case "counts":
			f.show = func(int, cover.Visitor) cover.Visitor { panic("asked to show solutions") }
			v.Solver = counting{f}
		}
		all = append(all, v)
	}
	return all
}

// edit changes statistics by a word of a table, and reports whether they have what it changes.
func edit(word string, run int, s *cover.Stats) bool {
	m := regexp.MustCompile(`^(?:(\d):)?([a-z_]+)(\d*)([-+=])(\w+)$`).FindStringSubmatch(word)
	if m == nil || m[1] != "" && m[1] != strconv.Itoa(run) {
		return true // a kind of solver, or another run
	}
	n, _ := strconv.ParseInt(m[5], 10, 64)
	of := map[string]*int64{"nodes": &s.Nodes, "updates": &s.Updates, "solutions": &s.Solutions}
	if m[3] != "" {
		level, _ := strconv.Atoi(m[3])
		if level >= len(s.Levels) {
			return false
		}
		of = map[string]*int64{"nodes": &s.Levels[level].Nodes, "updates": &s.Levels[level].Updates}
	}
	switch figure := of[m[2]]; {
	case m[2] == "status":
		s.Status = cover.Status(m[5])
	case m[2] == "levels":
		s.Levels = nil
	case m[2] == "level_updates": // as Knuth's programs
		for k := range s.Levels {
			s.Levels[k].Updates = 0
		}
	case m[4] == "+":
		*figure += n
	case m[4] == "-":
		*figure -= n
	default:
		*figure = n
	}
	return true
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
		return without(func(shown int) bool { return n == 0 || shown == n })
	}
	says := func(variables ...int32) func(learn.Proof) learn.Proof {
		return func(to learn.Proof) learn.Proof { to(learn.Found, variables); return to }
	}
	return map[string]liar{
		"proves":          {},
		"proves_nothing":  {proof: skips(0)},
		"proves_at_once":  {proof: endsAtOnce},
		"names_too_few":   {proof: skips(2)},
		"drops_one":       {faulty: lost},
		"drops_and_hides": {skips(2), lost},
		"names_none":      {proof: says()},
		"names_unknown":   {proof: says(301)},
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
	for _, v := range tabled() {
		switch v.Name {
		case "cdcl_claims_1000":
			v.Rule = sat.CDCL
		case "node_parallel":
			v.Algorithm = "node"
		}
		all = append(all, v)
	}
	entries := variant("entries", naive.New(cover.MRV))
	entries.Counter = solvers.Entries
	return append(all, entries)
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
