package xcb_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers/external/xcb"
)

// Each dialogue says what a server with a scripted solver is sent, what it answers, and what the solver
// is asked for.
func TestServerDialogues(t *testing.T) { play(t, "testdata/server.txt", serve) }

// recorder is a solver that writes down what it is asked for, and does what it is told to.
type recorder struct {
	can     cover.Capabilities
	refuses error
	stats   cover.Stats
	log     bytes.Buffer
}

func (r *recorder) Capabilities() cover.Capabilities { return r.can }

func (r *recorder) Prepare(p *cover.Problem) (cover.Search, error) {
	fmt.Fprintln(&r.log, "prepare", p.Primary(), p.Items())
	format.WriteDLX(&r.log, p)
	return recorded{r}, r.refuses
}

type recorded struct{ *recorder }

func (r recorded) Reset(p *cover.Problem) error {
	fmt.Fprint(&r.log, "re")
	_, err := r.Prepare(p)
	return err
}

func (r recorded) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	fmt.Fprint(&r.log, "run ", limits.Solutions, limits.Nodes, limits.Updates)
	if deadline, ok := ctx.Deadline(); ok {
		fmt.Fprint(&r.log, " for ", time.Until(deadline))
	}
	fmt.Fprintln(&r.log)
	if visit != nil && visit([]int{2}) {
		visit([]int{0, 1})
	}
	return r.stats
}

// serve plays a dialogue. Its first line is the solver.
func serve(t *testing.T, _ string, lines []string) string {
	r := &recorder{stats: cover.Stats{Status: cover.Solved, Solutions: 2, Nodes: 4, Updates: 7, Search: 9,
		Levels: []cover.Level{{Nodes: 1, Updates: 3}, {Nodes: 3, Updates: 4}}}}
	word, reason, _ := strings.Cut(lines[0], " ")
	switch word {
	case "takes":
		r.can.Secondary, r.can.Colours = true, reason == "colours"
	case "counts":
		r.can.CountsOnly = true
	case "first":
		r.can.FirstOnly = true
	case "refuses":
		r.refuses = cover.Unsupportedf("%s", reason)
	case "breaks":
		r.refuses = errors.New(reason)
	case "stops":
		r.stats = cover.Stats{Err: errors.New(reason)}
	case "declines":
		r.stats = cover.Stats{Err: cover.Unsupportedf("%s", reason)}
	case "uncounted":
		r.stats = cover.Stats{Status: cover.Limit, Solutions: 1, Nodes: cover.Uncounted, Updates: cover.Uncounted, Levels: []cover.Level{{Nodes: 1}}}
	}
	var requests, out bytes.Buffer
	for _, line := range lines[1:] {
		form, text, _ := strings.Cut(line, " ")
		switch form {
		case "dlx": // a problem, with "/" between its lines
			text = strings.ReplaceAll(text, "/", "\n")
			fmt.Fprintf(&requests, "problem dlx %d\n%s", len(text), text)
		default:
			requests.WriteString(line + "\n")
		}
	}
	err := xcb.Server{Solver: r, Name: "recorder", Version: "7"}.Serve(&requests, &out)
	if err != nil {
		fmt.Fprintln(&out, err)
	}
	var result strings.Builder
	for _, text := range []struct{ mark, lines string }{{"=", out.String()}, {"did", r.log.String()}} {
		for line := range strings.Lines(regexp.MustCompile(`setup \d+`).ReplaceAllString(text.lines, "setup N")) {
			result.WriteString(text.mark + " " + line)
		}
	}
	return result.String()
}

func TestAServerEndsWithBadInputOrOutput(t *testing.T) {
	broken := errors.New("broken")
	s := xcb.Server{Solver: &recorder{}}
	if err := s.Serve(iotest.ErrReader(broken), io.Discard); err != broken {
		t.Errorf("got %v, want %v", err, broken)
	}
	_, closed := io.Pipe()
	closed.Close()
	if err := s.Serve(strings.NewReader("xcb 1\n"), closed); err != io.ErrClosedPipe {
		t.Errorf("got %v, want %v", err, io.ErrClosedPipe)
	}
	for size, want := range map[int]string{4095: "<nil>", 4096: "bufio: buffer full"} {
		if err := s.Serve(strings.NewReader(strings.Repeat("x", size)+"\n"), io.Discard); fmt.Sprint(err) != want {
			t.Errorf("a line of %d bytes: got %v, want %s", size, err, want)
		}
	}
}

// A cancel ends a run, and so does the end of the input. The requests behind them are answered.
func TestACancelDuringARunEndsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, to := io.Pipe()
		var out bytes.Buffer
		ended := make(chan error)
		go func() { ended <- xcb.Server{Solver: patient{}}.Serve(in, &out) }()
		for _, request := range []string{"problem dlx 2\na\nrun\n", "cancel\nxcb 1\n", "run time 5000000000\n", "run\n"} {
			io.WriteString(to, request)
			time.Sleep(4 * time.Second)
		}
		to.Close()
		err := <-ended
		want := []string{"4s", "5s", "3s"}
		if got := regexp.MustCompile(`search (\d)000000000\n`).FindAllStringSubmatch(out.String(), -1); err != nil ||
			!slices.EqualFunc(got, want, func(a []string, b string) bool { return a[1]+"s" == b }) || !strings.Contains(out.String(), "ready\n") {
			t.Errorf("got %q, %v, want runs of %v", out.String(), err, want)
		}
	})
}

// patient is a solver that searches until its context ends.
type patient struct{}

func (patient) Capabilities() cover.Capabilities               { return cover.Capabilities{} }
func (p patient) Prepare(*cover.Problem) (cover.Search, error) { return p, nil }
func (patient) Run(ctx context.Context, _ cover.Limits, _ cover.Visitor) cover.Stats {
	began := time.Now()
	<-ctx.Done()
	return cover.Stats{Status: cover.Timeout, Search: time.Since(began)}
}
