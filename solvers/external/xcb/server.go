package xcb

import (
	"bufio"
	"context"
	"errors"
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

// Serve answers requests until there are no more. The end of the input ends a search too. The error
// is one of reading or writing.
func (s Server) Serve(in io.Reader, out io.Writer) error {
	d := &dialogue{Server: s, out: bufio.NewWriter(out)}
	d.in.Reader = bufio.NewReaderSize(child.Eager(in), minLine)
	for {
		r := d.next()
		if r.err == io.EOF {
			return nil
		}
		if r.err != nil {
			return r.err
		}
		err := d.answer(r)
		if u, ok := errors.AsType[*cover.UnsupportedError](err); ok {
			fmt.Fprintf(d.out, "unsupported %s\n", u.Reason)
		} else if err != nil {
			fmt.Fprintf(d.out, "error %v\n", err)
		}
		if err := d.out.Flush(); err != nil {
			return err
		}
	}
}

// A dialogue is the state of a server. The goroutine that answers requests also reads them, so that a
// short search costs no switch between goroutines. Only during a long search, another goroutine reads
// ahead.
type dialogue struct {
	Server
	in     lines
	out    *bufio.Writer
	ahead  chan request // the next request, if it is read ahead
	search cover.Search // of the last problem, or nil
	loaded *cover.Problem
}

// A request is a line, split after its first word, or why there is none.
type request struct {
	word string
	rest []byte // valid until the next request is read
	err  error
}

// answer answers a request.
func (d *dialogue) answer(r request) error {
	switch r.word {
	case Name:
		d.greet()
		return nil
	case "problem":
		return d.problem(r.rest)
	case "run":
		return d.run(r.rest)
	}
	return fmt.Errorf("unknown request %q, expected %s, problem, run or cancel", r.word, Name)
}

func (d *dialogue) greet() {
	fmt.Fprintf(d.out, "%s\nname %s\nversion %s\n", Hello, d.Name, d.Version)
	can := d.Solver.Capabilities()
	for _, p := range promises(&can) {
		if *p.kept {
			fmt.Fprintln(d.out, p.line)
		}
	}
	fmt.Fprintln(d.out, "ready")
}

// problem reads the text of a problem, and prepares a search.
func (d *dialogue) problem(line []byte) error {
	before := d.search
	d.search = nil
	form, size := cut(line)
	n, _, err := count(size)
	if err != nil || n > maxProblem {
		return fmt.Errorf("a problem of %s bytes, expected at most %d", size, maxProblem)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(d.in, text); err != nil {
		return err
	}
	if form != "dlx" {
		return fmt.Errorf("unknown form %q, expected dlx", form)
	}
	if d.loaded, err = parseDLX(string(text)); err != nil {
		return err
	}
	began := time.Now()
	search, err := cover.Renew(d.Solver, before, d.loaded)
	if err != nil {
		return err
	}
	d.search = search
	fmt.Fprintf(d.out, "ready setup %d\n", time.Since(began))
	return nil
}

// maxProblem bounds the text of a problem, in bytes.
const maxProblem = 1 << 30

// run runs the search.
func (d *dialogue) run(line []byte) error {
	if d.search == nil {
		return errors.New("a run without a problem, expected a problem first")
	}
	var o order
	if _, err := parse(line, o.fields()...); err != nil {
		return err
	}
	var visit cover.Visitor
	if o.show > 0 {
		visit = d.show
	}
	if err := d.Solver.Capabilities().Check(d.loaded, visit != nil); err != nil {
		return err
	}
	ctx, over := d.listen()
	defer over()
	if o.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.time)
		defer cancel()
	}
	stats := d.search.Run(ctx, o.limits, visit)
	if stats.Err == nil {
		d.write(stats)
	}
	return stats.Err
}

// show writes a solution.
func (d *dialogue) show(options []int) bool {
	line := append(d.out.AvailableBuffer(), "solution"...)
	for _, o := range options {
		line = strconv.AppendInt(append(line, ' '), int64(d.loaded.Number(o)), 10)
	}
	_, err := d.out.Write(append(line, '\n'))
	return err == nil
}

// write writes the statistics of a run.
func (d *dialogue) write(s cover.Stats) {
	for _, l := range s.Levels {
		if s.Updates == cover.Uncounted {
			fmt.Fprintln(d.out, "level", l.Nodes)
		} else {
			fmt.Fprintln(d.out, "level", l.Nodes, l.Updates)
		}
	}
	fmt.Fprintf(d.out, "done %s solutions %s", s.Status, s.CountText())
	for _, f := range totals(&s) {
		if *f.number != cover.Uncounted {
			fmt.Fprintf(d.out, " %s %d", f.key, *f.number)
		}
	}
	fmt.Fprintln(d.out)
}

// deaf is how long a search goes on before the server reads ahead.
const deaf = time.Millisecond

// next returns the next request, except those to cancel a run.
func (d *dialogue) next() request {
	if ahead := d.ahead; ahead != nil {
		d.ahead = nil
		return <-ahead
	}
	return d.read(func() {})
}

// listen returns the context of a run. It ends when the run is cancelled, or with the input. The
// caller calls over after the run.
func (d *dialogue) listen() (ctx context.Context, over func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ahead := make(chan request, 1)
	long := time.AfterFunc(deaf, func() {
		r := d.read(cancel)
		if r.err != nil {
			cancel()
		}
		ahead <- r
	})
	return ctx, func() {
		if !long.Stop() {
			d.ahead = ahead
		}
		cancel()
	}
}

// read reads a request. It calls cancel for each request to cancel a run, and reads on.
func (d *dialogue) read(cancel func()) request {
	for {
		word, rest, err := d.in.next()
		if word != "cancel" || err != nil {
			return request{word, rest, err}
		}
		cancel()
	}
}
