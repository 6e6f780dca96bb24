package xcb_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers/external/xcb"
)

// recorder is a solver that records how its searches are run, and answers what it is told to.
type recorder struct {
	can     cover.Capabilities
	refuses error
	stats   cover.Stats
	limits  cover.Limits
	timeout time.Duration // of the last run, or 0
	resets  int
	problem *cover.Problem // the last one
}

func (r *recorder) Capabilities() cover.Capabilities { return r.can }

func (r *recorder) Prepare(p *cover.Problem) (cover.Search, error) {
	r.problem = p
	return recorded{r}, r.refuses
}

type recorded struct{ *recorder }

func (r recorded) Reset(*cover.Problem) error { r.resets++; return r.refuses }

func (r recorded) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	r.limits, r.timeout = limits, 0
	if deadline, ok := ctx.Deadline(); ok {
		r.timeout = time.Until(deadline)
	}
	if visit != nil && visit([]int{2}) {
		visit([]int{0, 1})
	}
	return r.stats
}

// serve returns what a server answers to some requests.
func serve(s cover.Solver, requests string) (string, error) {
	var out bytes.Buffer
	err := xcb.Server{Solver: s, Name: "recorder", Version: "7"}.Serve(strings.NewReader(requests), &out)
	return regexp.MustCompile(`setup \d+`).ReplaceAllString(out.String(), "setup N"), err
}

func TestAServerAnswersEachRequest(t *testing.T) {
	const tiny, ready = "problem dlx 12\na b\na\nb\na b\n", "ready setup N\n"
	all := cover.Stats{Status: cover.Solved, Solutions: 2, Nodes: 4, Updates: 7, Search: 9,
		Levels: []cover.Level{{Nodes: 1, Updates: 3}, {Nodes: 3, Updates: 4}}}
	const done = "level 1 3\nlevel 3 4\ndone solved solutions 2 nodes 4 updates 7 search 9\n"
	for _, c := range []struct {
		what     string
		solver   recorder
		requests string
		want     string
	}{
		{"greeting", recorder{}, "xcb 1\n", "xcb 1\nname recorder\nversion 7\nproblem binary\nready\n"},
		{"secondary", recorder{can: cover.Capabilities{Secondary: true}}, "xcb 1\r\n",
			"xcb 1\nname recorder\nversion 7\nproblem binary\ntakes secondary\nready\n"},
		{"colours", recorder{can: cover.Capabilities{Secondary: true, Colours: true}}, "xcb 1\r\n",
			"xcb 1\nname recorder\nversion 7\nproblem binary\ntakes secondary\ntakes colours\nready\n"},
		{"counts", recorder{can: cover.Capabilities{CountsOnly: true}}, "xcb 1\n",
			"xcb 1\nname recorder\nversion 7\nproblem binary\ncounts only\nready\n"},
		{"nothing", recorder{}, "", ""},
		{"unknown", recorder{}, "hello you\n", "error unknown request \"hello\", expected xcb, problem, run or cancel\n"},
		{"early", recorder{}, "run\n", "error a run without a problem, expected a problem first\n"},
		{"a refusal", recorder{refuses: cover.Unsupportedf("too large")}, tiny + "run\n",
			"unsupported too large\nerror a run without a problem, expected a problem first\n"},
		{"a failure", recorder{refuses: errors.New("no memory")}, tiny, "error no memory\n"},
		{"a run", recorder{stats: all}, tiny + "run\n", ready + done},
		{"shown", recorder{stats: all}, tiny + "run show 1\n", ready + "solution 3\nsolution 1 2\n" + done},
		{"not shown", recorder{stats: all}, tiny + "run show 0\n", ready + done},
		{"cannot show", recorder{can: cover.Capabilities{CountsOnly: true}, stats: all}, tiny + "run show 1\nrun\n",
			ready + "unsupported the solver counts solutions and cannot show them; run it without a visitor\n" + done},
		{"bad run", recorder{}, tiny + "run nodes x\n",
			ready + "error nodes \"x\", expected a number from 0 to 2^53\n"},
		{"a run that fails", recorder{stats: cover.Stats{Err: errors.New("broken")}}, tiny + "run\n",
			ready + "error broken\n"},
		{"a run refused", recorder{stats: cover.Stats{Err: cover.Unsupportedf("deep")}}, tiny + "run\n",
			ready + "unsupported deep\n"},
		{"late cancels", recorder{stats: all}, "cancel\n" + tiny + "cancel\nrun\ncancel\ncancel\nrun\n",
			ready + done + done},
		{"a bad problem later", recorder{stats: all}, tiny + "problem pdf 1\nxrun\n",
			ready + "error unknown form \"pdf\", expected dlx or binary\nerror a run without a problem, expected a problem first\n"},
	} {
		if got, err := serve(&c.solver, c.requests); err != nil || got != c.want {
			t.Errorf("%s: got %q, %v, want %q", c.what, got, err, c.want)
		}
	}
}

// numbers returns numbers as 32 bits each, the least significant byte first.
func numbers(all ...uint32) (text []byte) {
	for _, n := range all {
		text = binary.LittleEndian.AppendUint32(text, n)
	}
	return text
}

// The text of a problem is read as it was written, or refused.
func TestAServerReadsProblems(t *testing.T) {
	mixed, empty := textbook.Mixed(2, 2, []int{1, 2, 0}, []int{0, 3}), textbook.Mixed(0, 0)
	for _, c := range []struct {
		form string
		text []byte
		p    *cover.Problem
		want string // a part of the error, if p is nil
	}{
		{"dlx", []byte("0 1 | 2 3\n1 2 0\n0 3\n"), mixed, ""},
		{"dlx", []byte("\n"), empty, ""},
		{"binary", numbers(2, 4, 2, 3, 1, 2, 0, 2, 0, 3), mixed, ""},
		{"binary", numbers(0, 0, 0), empty, ""},
		{"binary", numbers(0, 65539, 0), textbook.Mixed(0, 65539), ""},
		{"dlx", nil, nil, "an empty text, expected a line of item names"},
		{"dlx", []byte("a a\n"), nil, `item "a" again, expected a new name`},
		{"dlx", []byte("a | a\n"), nil, `item "a" again, expected a new name`},
		{"dlx", []byte("a\nb\n"), nil, `line 2: option 1, entry 1: unknown item "b"`},
		{"dlx", []byte("a\na\nb\n"), nil, `line 3: option 2, entry 1: unknown item "b"`},
		{"binary", nil, nil, "0 primary items of 0, expected at most 65536 items in a text of this length"},
		{"binary", append(numbers(0, 0), 1, 2, 3), nil, "0 primary items of 0, expected"},
		{"binary", numbers(1, 1), nil, "1 primary items of 1, expected at most 65538 items"},
		{"binary", numbers(2, 1, 0), nil, "2 primary items of 1, expected at most 65539 items"},
		{"binary", numbers(0, 65540, 0), nil, "0 primary items of 65540, expected at most 65539 items"},
		{"binary", numbers(1, 1, 1), nil, "the text ends in option 1 of 1"},
		{"binary", numbers(1, 1, 2, 1, 0, 1), nil, "the text ends in option 2 of 2"},
		{"binary", numbers(1, 1, 2, 1, 0, 1, 1), nil, "option 2: "},
		{"binary", numbers(1, 1, 1, 2, 0, 0), nil, "option 1: "},
		{"binary", numbers(1, 1, 1, 1, 0, 9), nil, "4 bytes after the last option"},
		{"binary", append(numbers(1, 1, 1, 1, 0), 9), nil, "1 bytes after the last option"},
		{"pdf", []byte("x"), nil, `unknown form "pdf", expected dlx or binary`},
	} {
		r := recorder{can: cover.Capabilities{Secondary: true}}
		got, err := serve(&r, fmt.Sprintf("problem %s %d\n%s", c.form, len(c.text), c.text))
		if want := "error "; c.p == nil && (!strings.HasPrefix(got, want) || !strings.Contains(got, c.want) || r.problem != nil) ||
			c.p != nil && (got != "ready setup N\n" || textOf(r.problem) != textOf(c.p)) || err != nil {
			t.Errorf("%s, %q: got %q, %v and the problem %v, want %q", c.form, c.text, got, err, r.problem, c.want)
		}
	}
}

// textOf returns the names of the items of a problem, and the items of its options.
func textOf(p *cover.Problem) string {
	text := fmt.Append(nil, p.Primary())
	for i := range p.Items() {
		text = append(append(text, ' '), p.Name(i)...)
	}
	for o := range p.Options() {
		text = fmt.Append(text, p.Option(o))
	}
	return string(text)
}

func TestAServerPassesOnLimitsAndRenewsItsSearch(t *testing.T) {
	r := &recorder{}
	const tiny = "problem dlx 12\na b\na\nb\na b\n"
	if _, err := serve(r, tiny+tiny+"run solutions 3 nodes 4 updates 5 time 3600000000000\n"); err != nil {
		t.Fatal(err)
	}
	if want := (cover.Limits{Solutions: 3, Nodes: 4, Updates: 5}); r.limits != want || r.timeout <= 0 ||
		r.timeout > time.Hour {
		t.Errorf("got the limits %+v and %v, want %+v and an hour", r.limits, r.timeout, want)
	}
	if r.resets != 1 {
		t.Errorf("got %d resets, want one for the second problem", r.resets)
	}
	if _, err := serve(r, tiny+"run time 1\n"); err != nil || r.timeout >= 0 {
		t.Errorf("got %v, %v, want a time that is over", r.timeout, err)
	}
	if _, err := serve(r, tiny+"run time 0\n"); err != nil || r.timeout != 0 || r.limits != (cover.Limits{}) {
		t.Errorf("got the limits %+v and %v, %v, want none", r.limits, r.timeout, err)
	}
}

func TestAServerEndsWithBadInputOrOutput(t *testing.T) {
	for requests, want := range map[string]string{
		"problem dlx 1073741825\n":             "a problem of 1073741825 bytes, expected at most 1073741824",
		"problem dlx x\n":                      "a problem of x bytes, expected at most 1073741824",
		"problem dlx 5\na b\n":                 "unexpected EOF",
		strings.Repeat("x", 4095) + "\n":       "",
		strings.Repeat("x", 4096) + "\n":       "bufio: buffer full",
		strings.Repeat("x", 8192) + "\n":       "bufio: buffer full",
		"problem dlx 4\n" + "a b\nproblem dlx": "",
	} {
		if _, err := serve(&recorder{}, requests); err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%.30q: got %v, want %q", requests, err, want)
		}
	}
	broken := errors.New("broken")
	if err := (xcb.Server{Solver: &recorder{}}).Serve(strings.NewReader("xcb 1\n"), iotestWriter{broken}); err != broken {
		t.Errorf("got %v, want %v", err, broken)
	}
	if err := (xcb.Server{Solver: &recorder{}}).Serve(iotest.ErrReader(broken), io.Discard); err != broken {
		t.Errorf("got %v, want %v", err, broken)
	}
}

// iotestWriter fails to write.
type iotestWriter struct{ error }

func (w iotestWriter) Write([]byte) (int, error) { return 0, w.error }

// A cancel during a run ends its context, and the next request is still answered.
func TestACancelDuringARunEndsIt(t *testing.T) {
	in, to := io.Pipe()
	out := new(bytes.Buffer)
	s := waits{started: make(chan struct{})}
	ended := make(chan error)
	go func() { ended <- xcb.Server{Solver: s}.Serve(in, out) }()
	io.WriteString(to, "problem dlx 12\na b\na\nb\na b\nrun\n")
	<-s.started
	io.WriteString(to, "cancel\nrun\n")
	<-s.started
	to.Close() // ends the second run too
	if err := <-ended; err != nil || strings.Count(out.String(), "done timeout") != 2 {
		t.Errorf("got %q, %v, want two runs that were ended", out, err)
	}
}

// waits is a solver that searches until its context ends.
type waits struct{ started chan struct{} }

func (waits) Capabilities() cover.Capabilities               { return cover.Capabilities{} }
func (w waits) Prepare(*cover.Problem) (cover.Search, error) { return w, nil }
func (w waits) Run(ctx context.Context, _ cover.Limits, _ cover.Visitor) cover.Stats {
	w.started <- struct{}{}
	<-ctx.Done()
	return cover.Stats{Status: cover.Timeout}
}
