package external

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"xcbench/cover"
	"xcbench/format/sudoku"
	"xcbench/solvers/external/xcb"
)

// oneShot is an engine that gets a process for each search.
type oneShot struct {
	spec  Spec
	words []string // of the command
	codec codec
}

// A codec is a protocol of one process a search.
type codec struct {
	extension string // of the file with the problem
	firstOnly bool   // see cover.Capabilities
	count     bool   // see cover.Capabilities.CountsOnly
	limits    bool   // the program is told the limit of solutions
	colours   bool   // the program takes colours if its spec says so
	exits     []int  // the exit statuses of a process that succeeds, besides 0

	// takes returns why the protocol cannot express p, or nil.
	takes func(p *cover.Problem) error
	// state puts p into the words of the program.
	state func(p *cover.Problem) statement
}

// A statement is a problem in the words of a program.
type statement interface {
	// text returns the problem, in pieces.
	text() [][]byte
	// args returns what to add to the command.
	args(w wish) []string
	// read reads the output of a process to its end, so that no closed pipe ends the process. Then it
	// reads the file that the process wrote, if there is one. It returns early if the run is over.
	read(r *reply) error
	// finish is called when the process has ended.
	finish(r *reply) error
	// again changes the statement such that the next process finds another solution than the last.
	// It returns false if it cannot.
	again(last []int) bool
	// restart undoes all calls of again.
	restart()
}

// plain is the part of a statement that needs no more than one process, whose output is all.
type plain struct{}

func (plain) args(wish) []string  { return nil }
func (plain) finish(*reply) error { return nil }
func (plain) again([]int) bool    { return false }
func (plain) restart()            {}

// A wish says what a run needs.
type wish struct {
	solutions int64 // at most this many; 0 for all
	show      bool  // the options of each, not only their number
}

// newOneShot returns a function that makes solvers with a codec.
func newOneShot(of func(Spec) (codec, error)) func(Spec) (cover.Solver, error) {
	return func(s Spec) (cover.Solver, error) {
		words, err := Words(s.Command)
		if err != nil {
			return nil, err
		}
		c, err := of(s)
		if err != nil {
			return nil, fmt.Errorf("engine %s: %w", s.Name, err)
		}
		return &oneShot{spec: s, words: words, codec: c}, nil
	}
}

func (o *oneShot) Capabilities() cover.Capabilities {
	return cover.Capabilities{
		Secondary:  o.spec.Secondary == nil || *o.spec.Secondary,
		Colours:    o.spec.Colours != nil && *o.spec.Colours && o.codec.colours,
		CountsOnly: o.spec.Count || o.codec.count,
		FirstOnly:  o.spec.FirstOnly || o.codec.firstOnly && !o.spec.Count,
		NoLevels:   true,
		NoBudgets:  true,
	}
}

func (o *oneShot) Prepare(p *cover.Problem) (cover.Search, error) {
	if o.spec.SudokuOnly {
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
	c := s.engine.Capabilities()
	if limits.Nodes > 0 || limits.Updates > 0 {
		return cover.Stats{Status: cover.Unsupported, Err: cover.Unsupportedf("the engine has no limits of nodes and updates")}
	}
	if t := s.engine.spec.timeout(); t > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, t)
		defer cancel()
	}
	r := &run{search: s, ctx: ctx, wish: wish{limits.Solutions, visit != nil}, counts: c.CountsOnly}
	r.book = newBook(s.p, limits.Solutions, visit)
	r.book.strict = s.engine.codec.limits || s.engine.spec.has(Solutions)
	s.said.restart()
	r.stats.Costs = new(cover.Costs)
	r.stats.Nodes, r.stats.Updates = cover.Uncounted, cover.Uncounted
	r.stats.Status = r.processes(c.FirstOnly)
	r.stats.Solutions = r.book.found
	r.stats.Err = r.err
	return r.stats
}

// run is one run of a search: one process, or one for each solution.
type run struct {
	*search
	ctx    context.Context
	wish   wish
	counts bool // the engine shows no solutions
	book   *book
	stats  cover.Stats
	err    error
}

// processes starts processes until the search is over, and returns how it ended.
func (r *run) processes(firstOnly bool) cover.Status {
	limit := r.wish.solutions
	for {
		reply, err := r.process()
		switch {
		case r.book.fault != nil:
			return r.fail(r.book.fault)
		case r.book.over: // whatever became of the process, which was killed
			return cover.Limit
		case r.ctx.Err() != nil:
			return cover.Timeout
		case err == nil:
			err = reply.settle()
		}
		switch {
		case err != nil:
			return r.fail(err)
		case limit > 0 && r.book.found >= limit:
			return cover.Limit
		case reply.exhausted:
			return cover.Solved
		case firstOnly:
			r.err = r.engine.oneOnly()
			return cover.Unsupported
		case r.counts || r.book.found == reply.before || !r.said.again(r.book.last):
			return r.fail(reply.faultf("it did not say that there are no more solutions"))
		}
	}
}

// oneOnly says whether the program or its protocol cannot show more than one solution.
func (o *oneShot) oneOnly() error {
	switch {
	case !o.codec.firstOnly:
		return xcb.ErrFirstOnly
	case o.spec.Protocol == "lines" && o.spec.Batch == 0:
		return cover.Unsupportedf("the protocol lines shows one solution only, expected --limit 1; with the key batch, " +
			"the start of the program is not in its times")
	}
	return cover.Unsupportedf("the protocol %s shows one solution only, expected --limit 1", o.spec.Protocol)
}

func (r *run) fail(err error) cover.Status {
	r.err = err
	return cover.Failed
}

// command returns the words of the command for one process.
func (r *run) command(in, out string) []string {
	with := strings.NewReplacer(In, in, Out, out, Solutions, fmt.Sprint(r.wish.solutions), Seed, r.engine.seed())
	words := slices.Clone(r.engine.words)
	for k, word := range words {
		words[k] = with.Replace(word)
	}
	return append(words, r.said.args(r.wish)...)
}

func (o *oneShot) seed() string {
	if len(o.spec.Seeds) == 0 {
		return ""
	}
	return fmt.Sprint(o.spec.Seeds[0])
}

// has reports whether the command has a placeholder.
func (s Spec) has(placeholder string) bool { return strings.Contains(s.Command, placeholder) }

// addCosts adds the costs of a process.
func addCosts(stats *cover.Stats, wall, cpu time.Duration, peak int64) {
	stats.Search += wall
	stats.Costs.CPU += cpu
	stats.Costs.Peak = max(stats.Costs.Peak, peak)
}
