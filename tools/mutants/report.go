package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// A result is what became of the mutants of a package.
type result struct {
	name    string
	mutants []mutant
	at      []string
	tried   []int        // the mutants that ran
	alive   map[int]bool // of those
	known   map[mutant]survivor
	failing []string
}

// quiet is the time between two lines of progress.
const quiet = 20 * time.Second

// try runs the tests of a package with each of its mutants, one at a time.
func (o options) try(ctx context.Context, s *source, known []survivor) (*result, error) {
	copies, p := plant(s)
	r := &result{name: s.name, mutants: p.mutants, at: p.at, alive: map[int]bool{}, known: map[mutant]survivor{}}
	for _, one := range known {
		if one.name == s.name {
			r.known[one.mutant] = one
		}
	}
	r.tried = o.choose(r)
	work, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	b, err := compile(ctx, s, copies, work)
	if err != nil {
		return nil, err
	}
	b.mutants = len(r.mutants)
	if err := b.trial(o.processes); err != nil {
		return nil, err
	}
	r.failing = b.failing
	o.tryAll(r, b)
	return r, ctx.Err()
}

// tryAll runs the tests with one mutant after another, until all are tried or the time is over.
func (o options) tryAll(r *result, b *binary) {
	chosen := r.tried
	r.tried = nil
	began := time.Now()
	next := began.Add(quiet)
	var mu sync.Mutex
	inParallel(len(chosen), o.processes, func(k int) {
		if o.time > 0 && time.Since(began) > o.time {
			return
		}
		killed := b.killed(chosen[k])
		if _, known := r.known[r.mutants[chosen[k]]]; known && killed {
			killed = b.killed(chosen[k]) // a busy machine may have failed the test
		}
		mu.Lock()
		defer mu.Unlock()
		r.tried = append(r.tried, chosen[k])
		if !killed {
			r.alive[chosen[k]] = true
		}
		if time.Now().After(next) {
			next = time.Now().Add(quiet)
			log.Printf("%s: %d of %d tried, %d survive", r.name, len(r.tried), len(chosen), len(r.alive))
		}
	})
	slices.Sort(r.tried)
}

// choose returns the mutants that the flags ask for, in random order if not all will be tried.
func (o options) choose(r *result) []int {
	var all []int
	for id, m := range r.mutants {
		if _, known := r.known[m]; o.in.MatchString(m.function) && (known || !o.listed) {
			all = append(all, id)
		}
	}
	if o.sample > 0 || o.time > 0 {
		dice := rand.New(rand.NewPCG(o.seed, 0))
		dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	if o.sample > 0 {
		all = all[:min(o.sample, len(all))]
	}
	return all
}

// fresh returns the survivors that are not on the list.
func (r *result) fresh() (all []int) {
	for _, id := range r.tried {
		if _, known := r.known[r.mutants[id]]; r.alive[id] && !known {
			all = append(all, id)
		}
	}
	return all
}

// stale returns the lines of the list that are wrong: a test kills the mutant, or it is gone.
func (r *result) stale() (killed, gone []survivor) {
	ids := map[mutant]int{}
	for id, m := range r.mutants {
		ids[m] = id
	}
	for _, s := range r.known {
		id, found := ids[s.mutant]
		switch {
		case !found:
			gone = append(gone, s)
		case !r.alive[id] && !s.speedOnly() && slices.Contains(r.tried, id):
			killed = append(killed, s)
		}
	}
	order := func(a, b survivor) int { return strings.Compare(a.String(), b.String()) }
	slices.SortFunc(killed, order)
	slices.SortFunc(gone, order)
	return killed, gone
}

func (r *result) ok() bool {
	killed, gone := r.stale()
	return len(r.fresh())+len(killed)+len(gone)+len(r.failing) == 0
}

// updated returns the list with the fresh survivors of the package, and without its wrong lines.
func (r *result) updated(known []survivor) []survivor {
	killed, _ := r.stale()
	var all []survivor
	for _, s := range known {
		if s.name != r.name {
			all = append(all, s)
		}
	}
	for id, m := range r.mutants {
		s, listed := r.known[m]
		switch {
		case listed && !slices.Contains(killed, s):
			all = append(all, s)
		case r.alive[id]:
			all = append(all, survivor{r.name, m, notKilled})
		}
	}
	return all
}

// print writes what is not as the list says.
func (r *result) print(w io.Writer) {
	for _, text := range r.failing {
		fmt.Fprintf(w, "%s: a test fails without a mutant, and is left out: %s\n", r.name, text)
	}
	for _, id := range r.fresh() {
		m := r.mutants[id]
		fmt.Fprintf(w, "%s/%s: survives in %s: %s\n\t%s\n", r.name, r.at[id], m.function, m.change, m.line)
	}
	killed, gone := r.stale()
	for _, s := range killed {
		fmt.Fprintf(w, "%s: killed, but on the list: %s: %s\n\t%s\n", r.name, s.function, s.change, s.line)
	}
	for _, s := range gone {
		fmt.Fprintf(w, "%s: on the list, but gone: %s: %s\n\t%s\n", r.name, s.function, s.change, s.line)
	}
}

// A tally is a row of the table.
type tally struct {
	name                                  string
	mutants, killed, equivalent, survived int
}

func (r *result) tally() tally {
	t := tally{name: r.name, mutants: len(r.tried)}
	for _, id := range r.tried {
		switch {
		case r.known[r.mutants[id]].equivalent():
			t.equivalent++
		case r.alive[id]:
			t.survived++
		default:
			t.killed++
		}
	}
	return t
}

// printTable writes the rows and their sum. The percentage is of the mutants that are not
// equivalent.
func printTable(w io.Writer, rows []tally) {
	sum := tally{name: "all"}
	for _, t := range rows {
		sum.mutants, sum.killed = sum.mutants+t.mutants, sum.killed+t.killed
		sum.equivalent, sum.survived = sum.equivalent+t.equivalent, sum.survived+t.survived
	}
	if len(rows) > 1 {
		rows = append(rows, sum)
	}
	fmt.Fprintln(w, "| package | mutants | killed | equivalent | survivors | killed % |")
	fmt.Fprintln(w, "|---|--:|--:|--:|--:|--:|")
	for _, t := range rows {
		percent := "-"
		if n := t.killed + t.survived; n > 0 {
			percent = fmt.Sprintf("%.1f", 100*float64(t.killed)/float64(n))
		}
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %s |\n", t.name, t.mutants, t.killed, t.equivalent, t.survived, percent)
	}
}
