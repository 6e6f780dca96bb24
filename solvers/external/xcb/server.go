package xcb

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"xcbench/cover"
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
	d.in.Reader = bufio.NewReaderSize(in, minLine)
	for {
		d.listener.Wait()
		word, rest, err := d.in.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		err = d.answer(word, rest)
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

// A dialogue is the state of a server. The goroutine that answers requests also reads them. Only during a
// search, another goroutine listens.
type dialogue struct {
	Server
	in       lines
	listener sync.WaitGroup // the other goroutine
	out      *bufio.Writer
	search   cover.Search // of the last problem, or nil
	loaded   *cover.Problem
}

// answer answers a request.
func (d *dialogue) answer(word, rest string) error {
	switch word {
	case Name:
		d.greet()
		return nil
	case "problem":
		return d.problem(rest)
	case "run":
		return d.run(rest)
	case "cancel": // of a run that is over
		return nil
	}
	return fmt.Errorf("unknown request %q, expected %s, problem, run or cancel", word, Name)
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
func (d *dialogue) problem(line string) error {
	before, size := d.search, int64(0)
	d.search = nil
	if _, err := parse(line, field{"dlx", &size}); err != nil || size < 1 || size > maxProblem {
		return fmt.Errorf("problem %s, expected dlx and the size of the text, from 1 to %d bytes", line, maxProblem)
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(d.in, text); err != nil {
		return err
	}
	p, err := parseDLX(string(text))
	if err != nil {
		return err
	}
	began := time.Now()
	search, err := cover.Renew(d.Solver, before, p)
	if err != nil {
		return err
	}
	d.search, d.loaded = search, p
	fmt.Fprintf(d.out, "ready setup %d\n", time.Since(began))
	return nil
}

// maxProblem bounds the text of a problem, in bytes.
const maxProblem = 1 << 30

// run runs the search.
func (d *dialogue) run(line string) error {
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
		fmt.Fprintln(d.out, "level", l.Nodes, l.Updates)
	}
	fmt.Fprintf(d.out, "done %s solutions %s%s\n", s.Status, s.CountText(), text(totals(&s), 0))
}

// listen returns the context of a run. It ends when the run is cancelled, or with the input. The
// caller calls over after the run.
func (d *dialogue) listen() (ctx context.Context, over func()) {
	ctx, cancel := context.WithCancel(context.Background())
	d.listener.Go(func() {
		if next, err := d.in.Peek(1); err != nil || next[0] == 'c' { // no other request begins like cancel
			cancel()
		}
	})
	return ctx, cancel
}
