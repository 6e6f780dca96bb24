package xcb

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

func TestAGreetingSaysWhatAnEngineCanDo(t *testing.T) {
	can := cover.Capabilities{Secondary: true, CountsOnly: true}
	for _, c := range []struct {
		text string
		want Greeting
		form string
		err  string
	}{
		{"xcb 1\nready\n", Greeting{}, "dlx", ""},
		{"xcb 1\r\nname a b\nversion 7\nready\n", Greeting{Name: "a b", Version: "7"}, "dlx", ""},
		{"xcb 1\ntakes secondary\ncounts only\nproblem binary\nready\n", Greeting{Capabilities: can}, "binary", ""},
		{"xcb 1\nhello secondary\ntakes colours\ncounts all\nproblem dlx\nhello\nready\n", Greeting{}, "dlx", ""},
		{"xcb 1\nproblem pdf\n", Greeting{}, "", `answered "problem pdf", expected problem dlx or problem binary`},
		{"xcb 1\nerror no licence\n", Greeting{}, "dlx", "the engine reports an error: no licence"},
		{"xcb 2\n", Greeting{}, "dlx", `answered "xcb 2", expected "xcb 1"`},
		{"dance 1\n", Greeting{}, "dlx", `answered "dance 1", expected "xcb 1"`},
		{"xcb 1\n", Greeting{}, "dlx", "the engine ended without an answer"},
		{"xcb 1\nx", Greeting{}, "dlx", `the engine ended in the middle of the line "x" (exit status 0)`},
	} {
		var asked bytes.Buffer
		s := newSession(corpse{}, strings.NewReader(c.text), nowhere{&asked}, time.Second)
		f := s.greet(t.Context())
		if (f == nil) != (c.err == "") || f != nil && !strings.Contains(f.err.Error(), c.err) {
			t.Errorf("%q: got %v, want %q", c.text, f, c.err)
		}
		if s.greeting != c.want && c.err == "" || s.form.name != c.form || asked.String() != "xcb 1\n" {
			t.Errorf("%q: got %+v in form %s to %q, want %+v and %s", c.text, s.greeting, s.form.name, asked.String(),
				c.want, c.form)
		}
	}
}

// used is a process that has used some processor time and memory.
type used struct {
	corpse
	cpu  []time.Duration // one reading after the other; the last one stays
	peak int64
	dead bool
}

func (u *used) CPU() time.Duration {
	now := u.cpu[0]
	if len(u.cpu) > 1 {
		u.cpu = u.cpu[1:]
	}
	return now
}

func (u *used) Peak() int64 { return u.peak }

func (u *used) Done() <-chan struct{} {
	done := make(chan struct{})
	if u.dead {
		close(done)
	}
	return done
}

// requests are what an engine is sent. As with a pipe, several goroutines may write at once.
type requests struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (r *requests) Write(text []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(text)
}

func (r *requests) Close() error { return nil }

func (r *requests) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

func (r *requests) Reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.text.Reset()
}

// sessionOf returns a session with an engine that answers this, and what it is sent.
func sessionOf(p process, answers string) (*session, *requests) {
	sent := new(requests)
	s := newSession(p, strings.NewReader(answers), sent, time.Second)
	s.form = forms[0]
	return s, sent
}

// The engine gets the problem once and the limits of each run. The costs are those of the run alone.
func TestARunAsksForWhatIsWanted(t *testing.T) {
	p := textbook.Tiny()
	x := &search{problem: p, checker: cover.NewChecker(p)}
	const second = time.Second
	u := &used{cpu: []time.Duration{second, 2 * second, 5 * second, 5 * second, 8 * second}, peak: 77}
	s, sent := sessionOf(u, "ready setup 5\ndone solved solutions 2 nodes 4 search 9\nsolution 3\ndone limit solutions 1\ndone solved\ndone solved search 1000000\n")
	s.start = 3 * time.Second
	stats := x.in(t.Context(), s, cover.Limits{}, nil)
	costs := cover.Costs{Start: 3 * time.Second, Wall: stats.Costs.Wall, CPU: 3 * time.Second, Peak: 77}
	if stats.Err != nil || stats.Setup != 5 || stats.Search != 9 || stats.Nodes != 4 || stats.Solutions != 2 ||
		stats.Costs.Wall <= 0 || *stats.Costs != costs {
		t.Errorf("got %+v with costs %+v, want %+v", stats, stats.Costs, costs)
	}
	if got, want := sent.String(), "problem dlx 13\n"+string(appendDLX(nil, p))+"run\n"; got != strings.Replace(want,
		"13", fmt.Sprint(len(appendDLX(nil, p))), 1) {
		t.Errorf("got the requests %q, want %q", got, want)
	}
	sent.Reset()
	stats = x.in(t.Context(), s, cover.Limits{Solutions: 1, Nodes: 7, Updates: 8}, func(options []int) bool {
		return slices.Equal(options, []int{2})
	})
	if stats.Err != nil || stats.Status != cover.Limit || stats.Costs.Peak != 0 || stats.Costs.CPU != 3*time.Second ||
		stats.Search <= 0 {
		t.Errorf("got %+v with costs %+v, want one solution, and no peak of so short a search", stats, stats.Costs)
	}
	if got, want := sent.String(), "run show 1 solutions 1 nodes 7 updates 8\n"; got != want {
		t.Errorf("got the request %q, want %q", got, want)
	}
	sent.Reset()
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	if stats = x.in(ctx, s, cover.Limits{}, nil); stats.Status != cover.Solved || stats.Err != nil {
		t.Errorf("got %+v, want it solved", stats)
	}
	if stats.Costs.CPU != 0 {
		t.Errorf("got %v of processor time, want none", stats.Costs.CPU)
	}
	if long := x.in(t.Context(), s, cover.Limits{}, nil); long.Err != nil || long.Costs.Peak != 77 {
		t.Errorf("got %+v with costs %+v, want the peak of a search of a millisecond", long, long.Costs)
	}
	if got := sent.String(); !regexp.MustCompile(`^run time 3[56]\d{11}\nrun\n$`).MatchString(got) {
		t.Errorf("got the request %q, want one with an hour", got)
	}
}

func TestARunWhoseTimeIsOverAsksForTheShortestTime(t *testing.T) {
	s, _ := sessionOf(corpse{}, "")
	r := &run{session: s}
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Hour))
	defer cancel()
	if got, want := string(r.request(ctx, time.Now())), "run time 1\n"; got != want || r.time != 1 {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A line may have the number of an option of each level.
func TestALongSolutionIsRead(t *testing.T) {
	const items = 2000
	var b cover.Builder
	for i := range items {
		b.Primary(fmt.Sprint(i))
	}
	answer := "solution"
	for i := range items {
		b.OptionOf(i)
		answer += fmt.Sprint(" ", i+1)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	s, _ := sessionOf(&used{cpu: []time.Duration{0}}, "ready\n"+answer+"\ndone solved solutions 1\n")
	shown := 0
	x := &search{problem: p, checker: cover.NewChecker(p)}
	stats := x.in(t.Context(), s, cover.Limits{}, func(options []int) bool { shown += len(options); return true })
	if stats.Err != nil || shown != items {
		t.Errorf("got %d options and %v, want %d", shown, stats.Err, items)
	}
}

func TestClaimedTimesMayDifferALittle(t *testing.T) {
	for _, c := range []struct {
		claimed, wall time.Duration
		want          bool
	}{
		{0, 0, true}, {time.Millisecond, 0, true}, {time.Millisecond + 1, 0, false},
		{1011 * time.Millisecond, time.Second, true}, {1011*time.Millisecond + 1, time.Second, false},
	} {
		if got := credible(c.claimed, c.wall); got != c.want {
			t.Errorf("%v of %v: got %v, want %v", c.claimed, c.wall, got, c.want)
		}
	}
}

// A request that cannot be sent ends a session, and the engine may have said why.
func TestARequestThatCannotBeSentIsAFault(t *testing.T) {
	for answer, want := range map[string]string{
		"error full\n": `the engine answered "error full", expected no answer before the request is complete`,
		"":             "the engine ended without an answer",
	} {
		s := newSession(corpse{}, strings.NewReader(answer), nowhere{iotestWriter{io.ErrClosedPipe}}, time.Second)
		if f := s.send([]byte("run\n")); f == nil || !strings.Contains(f.err.Error(), want) || !s.broken {
			t.Errorf("%q: got %v, want %q", answer, f, want)
		}
	}
}

// A search gets the process that has its problem, or else the oldest one. Processes that have ended
// are left, and as many are kept as searches can run at the same time.
func TestProcessesAreKeptForLaterSearches(t *testing.T) {
	x, y := &search{}, &search{}
	idle := func(loaded *search, dead bool) *session {
		s, _ := sessionOf(&used{cpu: []time.Duration{0}, dead: dead}, "")
		s.loaded = loaded
		return s
	}
	a, b, c, dead := idle(nil, false), idle(x, false), idle(y, false), idle(x, true)
	for _, order := range []struct {
		idle []*session
		x    *search
		want *session
		left []*session
	}{
		{[]*session{a, b, c}, x, b, []*session{a, c}},
		{[]*session{b, a, c}, x, b, []*session{a, c}},
		{[]*session{a, c, b}, x, b, []*session{a, c}},
		{[]*session{dead, b}, x, b, nil},
		{[]*session{b, dead}, x, b, nil},
		{[]*session{a, dead, b, dead}, x, b, []*session{a}},
		{[]*session{dead, a, dead}, x, a, nil},
	} {
		e := &Engine{idle: slices.Clone(order.idle)}
		s, started, f := e.take(t.Context(), order.x)
		if f != nil || started || s != order.want || !slices.Equal(e.idle, order.left) &&
			len(e.idle)+len(order.left) > 0 {
			t.Errorf("got %p of %v, left %v, want %p and %v", s, order.idle, e.idle, order.want, order.left)
		}
	}
	e := &Engine{}
	for k := range runtime.GOMAXPROCS(0) + 2 {
		if e.give(idle(x, false)); len(e.idle) != min(k+1, runtime.GOMAXPROCS(0)) {
			t.Errorf("got %d processes after %d searches", len(e.idle), k+1)
		}
	}
	e = &Engine{}
	broken := idle(x, false)
	broken.broken = true
	if e.give(broken); len(e.idle) != 0 {
		t.Error("got a broken process for later, want none")
	}
}
