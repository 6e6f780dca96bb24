package conform_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/solvers"
	"xcbench/solvers/external/xcb"
)

// These make the test binary an engine with a mistake, or with "none". The journal is a file where
// the engine writes a line for each of its processes and searches.
const (
	mistakeVariable = "XCBENCH_TEST_MISTAKE"
	journalVariable = "XCBENCH_TEST_JOURNAL"
)

func TestMain(m *testing.M) {
	mistake := os.Getenv(mistakeVariable)
	if mistake == "" {
		os.Exit(m.Run())
	}
	note("start %d", os.Getpid())
	v, _ := solvers.Find("dlx_index")
	s := xcb.Server{Solver: faulty{v, mistake}, Name: mistake, Version: "of a test"}
	if err := s.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	switch mistake {
	case "runs on after its input":
		time.Sleep(time.Minute)
	case "says much at its end":
		os.Stdout.Write(make([]byte, 1<<20))
	}
}

// note adds a line to the journal.
func note(format string, args ...any) {
	f, err := os.OpenFile(os.Getenv(journalVariable), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return
	}
	defer f.Close()
	fmt.Fprintf(f, format+"\n", args...)
}

// asked returns the line of the journal for a search: the number of items, what the run asks for,
// and a hash of the problem.
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
	h := sha256.New()
	fmt.Fprintln(h, p.Primary(), p.Items())
	for o := range p.Options() {
		fmt.Fprintln(h, p.Number(o), p.Option(o))
	}
	return fmt.Sprintf("%s #%x", line, h.Sum(nil)[:4])
}

// faulty is a solver with a mistake.
type faulty struct {
	cover.Solver
	mistake string
}

func (f faulty) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := cover.Prepare(f.Solver, p)
	return faultySearch{s, p, f.mistake}, err
}

type faultySearch struct {
	cover.Search
	p       *cover.Problem
	mistake string
}

// endlessItems is the number of items of the problem that no engine solves in time.
const endlessItems = 13

func (f faultySearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if f.mistake == "ends in a search" && visit == nil {
		os.Exit(3)
	}
	note("%s", asked(f.p, limits, visit != nil))
	if f.p.Primary() == endlessItems || f.p.Primary() == 41 { // all engines here wait for the end instead of searching
		if f.mistake == "does not stop when its time is over" {
			select {}
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
	searches++
	switch f.mistake {
	case "counts one too many":
		stats.Solutions++
	case "counts one too many where it shows none":
		if visit == nil {
			stats.Solutions++
		}
	case "counts other solutions again":
		if visit == nil && f.p.Primary() == 6 {
			stats.Solutions += searches
		}
	case "shows a solution twice":
		if visit != nil && f.p.Primary() < 8 { // with 8 items, the number is wrong too
			stats.Solutions *= 2
		}
	case "leaves a solution out":
		if visit != nil && count >= 3 {
			stats.Solutions--
		}
	case "loses a colour":
		if visit == nil && f.p.Colours() > 0 {
			stats.Solutions--
		}
	case "says solved at a limit":
		stats.Status = cover.Solved
	case "counts other nodes again":
		stats.Nodes += searches
		stats.Levels[0].Nodes += searches
	case "counts other updates again":
		stats.Updates += searches
		stats.Levels[0].Updates += searches
	case "counts no nodes":
		stats.Nodes, stats.Updates, stats.Levels = 0, 0, nil
	}
	return stats
}

// searches counts the searches of this process.
var searches int64

func (f faulty) Capabilities() cover.Capabilities {
	c := f.Solver.Capabilities()
	c.Secondary = c.Secondary && f.mistake != "takes primary items only"
	c.Colours = c.Colours && f.mistake != "takes no colours"
	c.CountsOnly = f.mistake == "shows nothing"
	c.FirstOnly = strings.HasPrefix(f.mistake, "finds one solution")
	return c
}
