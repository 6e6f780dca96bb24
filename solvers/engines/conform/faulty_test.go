package conform_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/internal/child"
	"xcbench/solvers"
	"xcbench/solvers/external/xcb"
)

// An author makes one mistake, or none. Engines of the author are functions of this process.
type author struct {
	mistake string
	mu      sync.Mutex
	journal []string // a line for each process and search
}

func (a *author) note(line string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.journal = append(a.journal, line)
}

// read returns what the journal has, and empties it.
func (a *author) read() (lines []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	lines, a.journal = a.journal, nil
	return lines
}

// crash is the panic of a program that ends.
type crash struct{}

// program is the program of the engine.
func (a *author) program(ctx context.Context, _ child.Command, in io.Reader, out, stderr io.Writer) (status int) {
	a.note("start")
	defer func() {
		if _, ok := recover().(crash); ok {
			status = 3
		}
	}()
	v, _ := solvers.Find("dlx_index")
	s := xcb.Server{Solver: &faulty{Solver: v, author: a, killed: ctx}, Name: a.mistake, Version: "of a test"}
	if err := s.Serve(in, out); err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	switch a.mistake {
	case "runs on after its input":
		<-ctx.Done()
	case "says much at its end":
		out.Write(make([]byte, 1<<20))
	}
	return 0
}

// asked returns the line of the journal for a search: the number of items, what the run asks for,
// and the problem.
func asked(p *cover.Problem, limits cover.Limits, shows bool) string {
	line := fmt.Sprint(p.Primary())
	if shows {
		line += " show"
	}
	if limits.Solutions > 0 {
		line += fmt.Sprint(" solutions ", limits.Solutions)
	}
	if limits.Nodes > 0 {
		line += fmt.Sprint(" nodes ", limits.Nodes)
	}
	var text strings.Builder
	format.WriteDLX(&text, p)
	return line + " #" + text.String()
}

// faulty is a solver with a mistake.
type faulty struct {
	cover.Solver
	*author
	killed   context.Context // of its process
	searches int64           // so far
}

func (f *faulty) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := cover.Prepare(f.Solver, p)
	return faultySearch{s, p, f}, err
}

type faultySearch struct {
	cover.Search
	p *cover.Problem
	*faulty
}

// endlessItems is the number of items of the problem that no engine solves in time.
const endlessItems = 13

func (f faultySearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if f.mistake == "ends in a search" && visit == nil {
		panic(crash{})
	}
	f.note(asked(f.p, limits, visit != nil))
	if f.mistake == "does not answer" {
		<-f.killed.Done()
	}
	if f.p.Primary() == endlessItems || f.p.Primary() == 41 { // all engines here wait for the end instead of searching
		if f.mistake == "does not stop when its time is over" {
			<-f.killed.Done()
		}
		<-ctx.Done()
		status := cover.Timeout
		if f.mistake == "solves what it had no time for" {
			status = cover.Solved
		}
		return cover.Stats{Status: status, Nodes: 1}
	}
	count := int64(0) // of the calls of visit
	show := visit
	switch f.mistake {
	case "finds one solution too many":
		limits.Solutions = 2
	case "ignores a limit of nodes":
		limits.Nodes = 0
	case "stops one solution late":
		limits.Solutions += min(1, limits.Solutions)
	case "shows a solution twice":
		show = func(options []int) bool { visit(options); return visit(options) }
	case "shows half a solution":
		show = func(options []int) bool { return visit(options[len(options)/2:]) }
	case "leaves a solution out":
		show = func(options []int) bool { count++; return count == 3 || visit(options) }
	}
	if visit == nil {
		show = nil
	}
	stats := f.Search.Run(ctx, limits, show)
	f.searches++
	f.miscount(&stats, visit != nil, count)
	return stats
}

// miscount changes the statistics of a search that shows solutions, or does not, and has shown so many.
func (f faultySearch) miscount(stats *cover.Stats, shows bool, count int64) {
	switch f.mistake {
	case "counts one too many where it shows none":
		if !shows {
			stats.Solutions++
		}
	case "counts other solutions again":
		if !shows && f.p.Primary() == 6 {
			stats.Solutions += f.searches
		}
	case "shows a solution twice":
		if shows && f.p.Primary() < 8 { // with 8 items, the number is wrong too
			stats.Solutions *= 2
		}
	case "leaves a solution out":
		if shows && count >= 3 {
			stats.Solutions--
		}
	case "loses a colour":
		if !shows && f.p.Colours() > 0 {
			stats.Solutions--
		}
	case "says solved at a limit":
		stats.Status = cover.Solved
	case "counts other nodes again":
		stats.Nodes += f.searches
		stats.Levels[0].Nodes += f.searches
	case "counts other updates again":
		stats.Updates += f.searches
		stats.Levels[0].Updates += f.searches
	case "counts no nodes":
		stats.Nodes, stats.Updates, stats.Levels = 0, 0, nil
	}
}

func (f *faulty) Capabilities() cover.Capabilities {
	c := f.Solver.Capabilities()
	c.Secondary = c.Secondary && f.mistake != "takes primary items only"
	c.Colours = c.Colours && f.mistake != "takes no colours"
	c.CountsOnly = f.mistake == "shows nothing"
	c.FirstOnly = strings.HasPrefix(f.mistake, "finds one solution")
	return c
}
