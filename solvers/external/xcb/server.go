package xcb

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
)

// A Server answers the requests of the protocol with a solver.
type Server struct {
	Solver  cover.Solver
	Name    string // of the solver
	Version string // of the program
}

// maxProblem bounds the text of a problem, in bytes.
const maxProblem = 1 << 30

// Serve answers requests until there are no more. The end of the input ends a search too. The error
// is one of reading or writing.
func (s Server) Serve(in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	d := &dialogue{Server: s, out: bufio.NewWriter(out)}
	d.in.ctx, d.in.text = ctx, bufio.NewReaderSize(child.Eager(in), minLine)
	for {
		r, err := d.in.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		d.answer(r)
		if err := d.out.Flush(); err != nil {
			return err
		}
	}
}

// A dialogue is the state of a server.
type dialogue struct {
	Server
	in     ear
	out    *bufio.Writer
	search cover.Search // of the last problem, or nil
	loaded *cover.Problem
}

// answer answers a request.
func (d *dialogue) answer(r request) {
	switch r.word {
	case Name:
		d.greet()
	case "problem":
		name, _ := cut([]byte(r.rest))
		d.problem(name, r.text)
	case "run":
		d.run(r)
	default:
		d.fail("unknown request %q, expected %s, problem, run or cancel", r.word, Name)
	}
}

func (d *dialogue) greet() {
	fmt.Fprintf(d.out, "%s %d\nname %s\nversion %s\nproblem binary\n", Name, Version, d.Name, d.Version)
	can := d.Solver.Capabilities()
	for _, line := range []struct {
		said bool
		text string
	}{{can.Secondary, "takes secondary"}, {can.Colours, "takes colours"}, {can.CountsOnly, "counts only"},
		{can.FirstOnly, "first only"}, {true, "ready"}} {
		if line.said {
			fmt.Fprintln(d.out, line.text)
		}
	}
}

func (d *dialogue) fail(format string, args ...any) {
	fmt.Fprintf(d.out, "error "+format+"\n", args...)
}

// problem prepares a search.
func (d *dialogue) problem(name, text []byte) {
	before := d.search
	d.search, d.loaded = nil, nil
	f, ok := findForm(name)
	if !ok {
		d.fail("unknown form %q, expected dlx, binary or pairs", name)
		return
	}
	p, err := f.parse(text)
	if err != nil {
		d.fail("%v", err)
		return
	}
	began := time.Now()
	search, err := cover.Renew(d.Solver, before, p)
	if err != nil {
		d.refuse(err)
		return
	}
	fmt.Fprintf(d.out, "ready setup %d\n", time.Since(began))
	d.search, d.loaded = search, p
}

// refuse answers with the error of a solver.
func (d *dialogue) refuse(err error) {
	if u, ok := err.(*cover.UnsupportedError); ok {
		fmt.Fprintf(d.out, "unsupported %s\n", u.Reason)
		return
	}
	d.fail("%v", err)
}

// run runs the search.
func (d *dialogue) run(r request) {
	if d.search == nil {
		d.fail("a run without a problem, expected a problem first")
		return
	}
	var limits cover.Limits
	var limit time.Duration
	show := false
	err := parsePairs([]byte(r.rest), func(key []byte, n int64, _ *big.Int) {
		switch string(key) {
		case "show":
			show = n > 0
		case "solutions":
			limits.Solutions = n
		case "nodes":
			limits.Nodes = n
		case "updates":
			limits.Updates = n
		case "time":
			limit = time.Duration(n)
		}
	})
	if err != nil {
		d.fail("%v", err)
		return
	}
	var visit cover.Visitor
	if show {
		if err := d.Solver.Capabilities().Check(d.loaded, true); err != nil {
			d.refuse(err)
			return
		}
		visit = d.show
	}
	ctx, over := d.in.listen()
	defer over()
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	stats := d.search.Run(ctx, limits, visit)
	if stats.Err != nil {
		d.refuse(stats.Err)
		return
	}
	d.write(stats)
}

// show writes a solution.
func (d *dialogue) show(options []int) bool {
	line := append(d.out.AvailableBuffer(), "solution"...)
	for _, o := range options {
		line = append(line, ' ')
		line = strconv.AppendInt(line, int64(d.loaded.Number(o)), 10)
	}
	_, err := d.out.Write(append(line, '\n'))
	return err == nil
}

// write writes the statistics of a run.
func (d *dialogue) write(s cover.Stats) {
	line := d.out.AvailableBuffer()
	for _, l := range s.Levels {
		line = strconv.AppendInt(append(line, "level "...), l.Nodes, 10)
		if s.Updates != cover.Uncounted {
			line = strconv.AppendInt(append(line, ' '), l.Updates, 10)
		}
		line = append(line, '\n')
	}
	line = append(append(line, "done "...), s.Status...)
	line = append(append(line, " solutions "...), s.CountText()...)
	for _, v := range []struct {
		key string
		n   int64
	}{{" nodes ", s.Nodes}, {" updates ", s.Updates}, {" search ", int64(s.Search)}} {
		if v.n != cover.Uncounted {
			line = strconv.AppendInt(append(line, v.key...), v.n, 10)
		}
	}
	d.out.Write(append(line, '\n'))
}
