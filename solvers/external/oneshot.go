package external

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/format/sudoku"
	"xcbench/solvers/external/xcb"
)

// oneShot is an engine that gets a process for each search.
type oneShot struct {
	spec  Spec
	codec codec
}

// A codec is a protocol of one process a search.
type codec struct {
	extension string // of the file with the problem
	count     bool   // see cover.Capabilities.CountsOnly
	colours   bool   // the program takes colours if its spec says so
	usual     string // see patternsOf
	patterns  []pattern
	exits     []int // the exit statuses of a process that succeeds, besides 0

	sudokus  bool // the program takes sudokus only, and shows one solution
	excludes bool // a further process can be told to find another solution

	// args returns what to add to the command, the limit of solutions too, or is nil.
	args func(r *run) []string
	// takes returns why the protocol cannot express p. It is nil if the protocol expresses all.
	takes func(p *cover.Problem) error
	// state puts p into the words of the program.
	state func(p *cover.Problem) statement
}

// A statement is a problem in the words of a program.
type statement interface {
	// text begins with the next process. It returns the problem, without some solutions if the codec can
	// exclude them.
	text(excluded [][]int) []byte
	// line takes a line of what the process writes.
	line(r *reply, line []byte) error
	// finish is called when the process has ended, unless the run is over.
	finish(r *reply) error
}

func (o *oneShot) Capabilities() cover.Capabilities {
	can := o.spec.capabilities()
	can.Colours = o.codec.colours && o.spec.Colours != nil && can.Colours
	can.CountsOnly = can.CountsOnly || o.codec.count
	can.FirstOnly = can.FirstOnly || o.codec.sudokus && !o.spec.Count
	can.NoBudgets = true
	return can
}

func (o *oneShot) Prepare(p *cover.Problem) (cover.Search, error) {
	if o.spec.SudokuOnly || o.codec.sudokus {
		if _, ok := sudoku.Of(p); !ok {
			return nil, cover.Unsupportedf("the problem is not a sudoku; the engine takes sudokus only")
		}
	}
	if o.codec.takes != nil {
		if err := o.codec.takes(p); err != nil {
			return nil, err
		}
	}
	return &search{engine: o, p: p, said: o.codec.state(p)}, nil
}

// search is a problem that an engine is going to solve.
type search struct {
	engine *oneShot
	p      *cover.Problem
	said   statement
}

func (s *search) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if limits.Nodes > 0 || limits.Updates > 0 {
		return cover.Stats{Status: cover.Unsupported, Err: cover.Unsupportedf("the engine has no limits of nodes and updates")}
	}
	if t := duration(s.engine.spec.Timeout); t > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, t)
		defer cancel()
	}
	r := &run{search: s, ctx: ctx, limit: limits.Solutions, visit: visit, checker: cover.NewChecker(s.p),
		seen: map[uint64]bool{}, seed: maphash.MakeSeed()}
	r.stats.Costs = new(cover.Costs)
	r.stats.Nodes, r.stats.Updates = cover.Uncounted, cover.Uncounted
	r.stats.Status, r.stats.Err = r.processes(s.engine.Capabilities())
	r.stats.Solutions = r.found
	return r.stats
}

// run is one run of a search: one process, or one for each solution.
type run struct {
	*search
	ctx   context.Context
	limit int64         // of solutions; 0 for none
	visit cover.Visitor // or nil
	stats cover.Stats

	found    int64
	last     []int   // the options of the last solution
	excluded [][]int // the solutions so far, if each takes a process
	over     bool    // the visitor has seen enough, or there is one more solution than the limit
	fault    error   // of the solution that ended the run

	checker *cover.Checker
	base    []int           // memory for a solution
	seen    map[uint64]bool // the hashes of the first solutions
	seed    maphash.Seed
}

// processes starts processes until the search is over, and returns how it ended.
func (r *run) processes(can cover.Capabilities) (cover.Status, error) {
	for {
		reply, err := r.process()
		switch {
		case r.fault != nil:
			return cover.Failed, r.fault
		case r.over: // whatever became of the process, which was killed
			return cover.Limit, nil
		case r.ctx.Err() != nil:
			return cover.Timeout, nil
		case err == nil:
			err = reply.settle(can.CountsOnly)
		}
		switch {
		case err != nil:
			return cover.Failed, err
		case r.limit > 0 && r.found >= r.limit:
			return cover.Limit, nil
		case reply.exhausted:
			return cover.Solved, nil
		case can.FirstOnly:
			return cover.Unsupported, xcb.ErrFirstOnly
		case can.CountsOnly || r.found == reply.before || !r.engine.codec.excludes:
			return cover.Failed, reply.faultf("it did not say that there are no more solutions")
		}
		r.excluded = append(r.excluded, slices.Clone(r.last))
	}
}

// command returns the words of the command for one process.
func (r *run) command(in, out string) []string {
	with := strings.NewReplacer(In, in, Out, out, Solutions, fmt.Sprint(r.limit))
	words, _ := Words(r.engine.spec.Command)
	for k, word := range words {
		words[k] = with.Replace(word)
	}
	if args := r.engine.codec.args; args != nil {
		words = append(words, args(r)...)
	}
	return words
}

// has reports whether the command has a placeholder.
func (s Spec) has(placeholder string) bool { return strings.Contains(s.Command, placeholder) }
