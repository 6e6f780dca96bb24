package xcb

import (
	"bufio"
	"context"
	"fmt"
	"io"
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
		r := d.in.next()
		if r.err == io.EOF {
			return nil
		}
		if r.err != nil {
			return r.err
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
		d.problem(r)
	case "run":
		d.run(r)
	default:
		d.fail("unknown request %q, expected %s, problem, run or cancel", r.word, Name)
	}
}

func (d *dialogue) greet() {
	fmt.Fprintf(d.out, "%s\nname %s\nversion %s\nproblem binary\n", hello, d.Name, d.Version)
	can := d.Solver.Capabilities()
	for _, p := range promises(&can) {
		if *p.kept {
			fmt.Fprintln(d.out, p.line)
		}
	}
	fmt.Fprintln(d.out, "ready")
}

func (d *dialogue) fail(format string, args ...any) {
	fmt.Fprintf(d.out, "error "+format+"\n", args...)
}

// problem prepares a search.
func (d *dialogue) problem(r request) {
	before := d.search
	d.search, d.loaded = nil, nil
	name, _ := cut(r.rest)
	f := formOf(name)
	if f.name == "" {
		d.fail("unknown form %q, expected dlx, binary or pairs", name)
		return
	}
	p, err := f.parse(r.text)
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
	numbers, _, err := parsePairs(r.rest)
	if err != nil {
		d.fail("%v", err)
		return
	}
	var visit cover.Visitor
	if numbers["show"] > 0 {
		if err := d.Solver.Capabilities().Check(d.loaded, true); err != nil {
			d.refuse(err)
			return
		}
		visit = d.show
	}
	ctx, over := d.in.listen()
	defer over()
	if limit := time.Duration(numbers["time"]); limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	limits := cover.Limits{Solutions: numbers["solutions"], Nodes: numbers["nodes"], Updates: numbers["updates"]}
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
	for _, l := range s.Levels {
		fmt.Fprintf(d.out, "level %d", l.Nodes)
		d.counter("", s.Updates, l.Updates)
		fmt.Fprintln(d.out)
	}
	fmt.Fprintf(d.out, "done %s solutions %s", s.Status, s.CountText())
	d.counter(" nodes", s.Nodes, s.Nodes)
	d.counter(" updates", s.Updates, s.Updates)
	fmt.Fprintf(d.out, " search %d\n", s.Search)
}

// counter writes a number and its key if the total is counted.
func (d *dialogue) counter(key string, total, n int64) {
	if total != cover.Uncounted {
		fmt.Fprintf(d.out, "%s %d", key, n)
	}
}
