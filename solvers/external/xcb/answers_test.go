package xcb_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/internal/textbook"
	"xcbench/solvers/external/xcb"
)

// An exchange is what an engine says in one run of textbook.Tiny, and what becomes of it.
type exchange struct {
	greeting string // "" for hello
	answers  string // to the problem and to the run
	then     string // what a shell does after the answer; "" if it waits for requests
	limits   cover.Limits
	count    bool // the run does not show solutions
	stop     bool // the visitor stops at the first solution
	over     bool // the context has ended
	wrong    bool // the error is a [cover.WrongError]
	refused  bool // the engine may be used again, and the run is unsupported
	status   cover.Status
	want     string // a part of the error, or "" if there is none
}

const (
	ready = "ready\\n" // begins answers to a problem and a run
	one   = `xcb 1\nfirst only\nready\n`
)

func nodes(n int64) cover.Limits   { return cover.Limits{Nodes: n} }
func updates(n int64) cover.Limits { return cover.Limits{Updates: n} }
func most(n int64) cover.Limits    { return cover.Limits{Solutions: n} }

var exchanges = map[string]exchange{
	"another protocol":    {greeting: `uciok\nready\n`, want: `answered "uciok", expected "xcb 1"`},
	"a later version":     {greeting: `xcb 2\nready\n`, want: `answered "xcb 2", expected "xcb 1"`},
	"garbage":             {answers: ready + `\000\001\377\376\n`, want: `answered "\x00\x01\xff\xfe", expected "solution", "level", "done", `},
	"a long answer":       {answers: ready + strings.Repeat("x", 81) + `\n`, want: `"` + strings.Repeat("x", 80) + `"...`},
	"an answer of 80":     {answers: ready + strings.Repeat("x", 80) + `\n`, want: `"` + strings.Repeat("x", 80) + `",`},
	"a chatty engine":     {answers: `I am thinking\n`, want: `answered "I am thinking", expected "ready", "unsupported" or "error"`},
	"an error":            {answers: `error no memory\n`, want: "reports an error: no memory"},
	"a refusal":           {answers: `unsupported too large\n`, refused: true, want: "unsupported: the engine says: too large"},
	"a late refusal":      {answers: ready + `unsupported too deep\n`, refused: true, want: "unsupported: the engine says: too deep"},
	"an early end":        {answers: ready + `solution 1 2\n`, then: "exit 0", want: "ended without an answer (exit status 0)"},
	"a death":             {answers: ready, then: `printf '\n \nout of beans\nx\n' >&2; exit 3`, want: `(exit status 3, stderr: "out of beans", "x")`},
	"garbage, then death": {answers: ready + `hello\n`, then: "echo no beans >&2; exit 3", want: `answered "hello", expected "solution", "level", "done", "unsupported" or "error" (exit status 3, stderr: "no beans")`},
	"half a line":         {answers: ready + "done solv", then: "exit 0", want: `ended in the middle of the line "done solv" (exit status 0)`},
	"a closed output":     {answers: ready, then: "exec >&-; exec sleep 1000", want: "it closed its output and was killed"},
	"an endless line":     {answers: ready, then: `yes aaaa | tr -d '\n'`, want: `a line of more than 4096 bytes: "aaaaaaaaaa`},
	"endless solutions":   {answers: ready, then: "yes solution 3", limits: most(1000), wrong: true, want: `answered "solution 3" after the 1000 solutions`},
	"no solution":         {answers: ready + `solution 1\n`, wrong: true, want: `answered "solution 1", which is no solution: primary item "1" is not covered`},
	"an option twice":     {answers: ready + `solution 3 3\n`, wrong: true, want: `"solution 3 3", which is no solution`},
	"option 0":            {answers: ready + `solution 0\n`, wrong: true, want: `"0", expected an option from 1 to 3`},
	"option 4":            {answers: ready + `solution 1 4\n`, wrong: true, want: `"4", expected an option from 1 to 3`},
	"option -1":           {answers: ready + `solution 1 -1\n`, wrong: true, want: `"-1", expected an option from 1 to 3`},
	"a huge option":       {answers: ready + `solution 99999999999999999999\n`, wrong: true, want: "expected an option from 1 to 3"},
	"a lying count":       {answers: ready + `solution 3\ndone solved solutions 2 nodes 3\n`, wrong: true, want: "counts 2 solutions and showed 1"},
	"too many levels":     {answers: ready + `level 1 0\nlevel 1 0\nlevel 1 0\nlevel 1 0\n`, want: "expected nodes and updates of 3 levels at most"},
	"lying nodes":         {answers: ready + `level 1 3\ndone solved nodes 4 updates 3\n`, wrong: true, want: "4 nodes and 3 updates in all, 1 and 3 by level"},
	"lying updates":       {answers: ready + `level 1 2\ndone solved nodes 1 updates 3\n`, wrong: true, want: "1 nodes and 3 updates in all, 1 and 2 by level"},
	"a level of words":    {answers: ready + `level one two\n`, want: `"one", expected a number from 0 to 2^53`},
	"a word of a level":   {answers: ready + `level 1 x\n`, want: `answered "level 1 x": "x", expected a number from 0 to 2^53`},
	"a level of three":    {answers: ready + `level 1 2 3\n`, want: "expected nodes and updates of 3 levels at most"},
	"a negative count":    {answers: ready + `done solved nodes -1\n`, want: `nodes "-1", expected a number`},
	"a huge count":        {answers: ready + `done solved nodes 9007199254740993\n`, want: "expected a number from 0 to 2^53"},
	"no value":            {answers: ready + `done solved nodes\n`, want: `nodes "", expected a number`},
	"an unknown status":   {answers: ready + `done perhaps\n`, want: `expected "done" with solved, limit or timeout`},
	"a limit of none":     {answers: ready + `done limit solutions 0 nodes 3\n`, wrong: true, want: "stopped at a limit, but it reached none"},
	"a timeout unasked":   {answers: ready + `done timeout nodes 3\n`, want: "expected no timeout, because the run has no time limit"},
	"a lying clock":       {answers: ready + `done solved solutions 0 search 3600000000000\n`, wrong: true, want: "says it searched for 1h0m0s, but its answer came after"},
	"a lying setup":       {answers: `ready setup 3600000000000\n`, wrong: true, want: "says it prepared for 1h0m0s, but its answer came after"},
	"a setup of words":    {answers: `ready setup x\n`, want: `answered "ready setup x": setup "x", expected a number`},
	"nodes reached":       {answers: ready + `done limit nodes 7\n`, limits: nodes(7), count: true, status: cover.Limit},
	"nodes missed":        {answers: ready + `done limit nodes 6\n`, limits: nodes(7), count: true, wrong: true, want: "it reached none"},
	"updates reached":     {answers: ready + `done limit updates 1\n`, limits: updates(1), count: true, status: cover.Limit},
	"updates missed":      {answers: ready + `done limit updates 0\n`, limits: updates(1), count: true, wrong: true, want: "it reached none"},
	"solutions reached":   {answers: ready + `done limit solutions 1\n`, limits: most(1), count: true, status: cover.Limit},
	"solutions missed":    {answers: ready + `done limit solutions 0\n`, limits: most(1), count: true, wrong: true, want: "it reached none"},
	"solutions exceeded":  {answers: ready + `done limit solutions 2\n`, limits: most(1), count: true, wrong: true, want: "counts 2 solutions, more than the 1 that the run asks for"},
	"a limit shown":       {answers: ready + `solution 3\ndone limit solutions 1\n`, limits: most(1), status: cover.Limit},
	"a limit exceeded":    {answers: ready + `solution 3\nsolution 1 2\n`, limits: most(1), wrong: true, want: `answered "solution 1 2" after the 1 solutions`},
	"shown unasked":       {answers: ready + `solution 3\n`, count: true, want: "expected no solution, because the run asks for their number only"},
	"levels":              {answers: ready + `level 1\nlevel 2 5\nlevel 1\ndone solved solutions 0 nodes 4 updates 5\n`, status: cover.Solved},
	"levels alone":        {answers: ready + `level 1\nlevel 3\n  done   solved  \n`, status: cover.Solved},
	"the largest count":   {answers: ready + `done solved solutions 9007199254740992\n`, count: true, status: cover.Solved},
	"the most nodes":      {answers: ready + `done solved solutions 0 nodes 9007199254740992\n`, status: cover.Solved},
	"stopped":             {answers: ready + `solution 3\ndone limit solutions 1\n`, stop: true, status: cover.Limit},
	"stopped late":        {answers: ready + `solution 3\nsolution 1 2\ndone solved solutions 2\n`, stop: true, status: cover.Limit},
	"stopped in time":     {answers: ready + `solution 3\ndone timeout\n`, stop: true, status: cover.Limit},
	"stopped and lying":   {answers: ready + `solution 3\nlevel 1 3\ndone solved nodes 4 updates 3\n`, stop: true, wrong: true, want: "4 nodes and 3 updates in all"},
	"one of several":      {greeting: one, answers: ready + `done limit solutions 1\n`, count: true, refused: true, want: "one solution only, expected --limit 1"},
	"one is enough":       {greeting: one, answers: ready + `done solved solutions 1\n`, limits: most(1), count: true, status: cover.Limit},
	"one is shown":        {greeting: one, answers: ready + `solution 3\ndone solved solutions 1\n`, stop: true, status: cover.Limit},
	"two of one":          {greeting: one, answers: ready + `solution 3\nsolution 1 2\n`, wrong: true, want: "after the 1 solutions"},
	"none to be first":    {greeting: one, answers: ready + `done solved solutions 0\n`, status: cover.Solved},
	"over":                {answers: ready + `done timeout\n`, over: true, status: cover.Timeout},
	"over and wrong":      {answers: ready + `solution 3 3\n`, over: true, wrong: true, want: "which is no solution"},
	"over and refused":    {answers: `unsupported wide\n`, over: true, refused: true, want: "wide"},
	"over, refused late":  {answers: ready + `unsupported deep\n`, over: true, refused: true, want: "deep"},
}

// Every fault is found and named, soon, and the next run starts another process. An answer that is
// right, and a refusal, leave the process as it is.
func TestAnswersAreJudged(t *testing.T) {
	p := textbook.Problem(2, []int{0}, []int{1}, []int{0, 1})
	for name, c := range exchanges {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			greeting, then := c.greeting, c.then
			if greeting == "" {
				greeting = hello
			}
			if then == "" {
				then = ":"
			}
			e := engineOf(t, says(greeting+c.answers, then))
			ctx, cancel := context.WithCancel(t.Context()) // without a deadline, so no time limit
			defer cancel()
			if c.over {
				e.Greeting(ctx)
				cancel()
			}
			shown := int64(0)
			visit := func([]int) bool { shown++; return !c.stop }
			if c.count {
				visit = nil
			}
			stats := prepare(t, e, p).Run(ctx, c.limits, visit)
			if wrong := new(cover.WrongError); (stats.Err == nil) != (c.want == "") || stats.Err != nil &&
				!strings.Contains(stats.Err.Error(), c.want) || errors.As(stats.Err, &wrong) != c.wrong {
				t.Errorf("got %v, want %q; it refutes: %v", stats.Err, c.want, c.wrong)
			}
			want := c.status
			if c.refused {
				want = cover.Unsupported
			} else if c.want != "" {
				want = cover.Failed
			}
			if stats.Status != want || len(fmt.Sprint(stats.Err)) > 300 {
				t.Errorf("got %s, %v, want %s and a short error", stats.Status, stats.Err, want)
			}
			if began := c.greeting == ""; began && (stats.Search <= 0 || (stats.Setup > 0) != strings.HasPrefix(c.answers, "ready")) {
				t.Errorf("got times %v and %v", stats.Setup, stats.Search)
			}
			if c.stop && c.want == "" && (shown != 1 || stats.Solutions != 1) {
				t.Errorf("got %d solutions, %d shown, want one", stats.Solutions, shown)
			}
			before, processes := e.Started(), 1
			e.Greeting(t.Context())
			if c.want != "" && !c.refused {
				processes = 2
			}
			if got := e.Started(); before != 1 || got != processes {
				t.Errorf("got %d processes, then %d, want 1, %d", before, got, processes)
			}
		})
	}
}

func TestAGreetingSaysWhatAnEngineCanDo(t *testing.T) {
	can := cover.Capabilities{Secondary: true, CountsOnly: true}
	for text, c := range map[string]struct {
		want xcb.Greeting
		err  string
	}{
		`xcb 1\nready\n`:                               {},
		`xcb 1\r\nname a b\nversion 7\nready\n`:        {want: xcb.Greeting{Name: "a b", Version: "7"}},
		`xcb 1\ntakes secondary\ncounts only\nready\n`: {want: xcb.Greeting{Capabilities: can}},
		`xcb 1\nhello secondary\ntakes turns\ncounts all\nproblem dlx\nhello\nready\n`: {},
		`xcb 1\nfirst only\nready\n`:                    {want: xcb.Greeting{Capabilities: cover.Capabilities{FirstOnly: true}}},
		`xcb 1\ntakes colours\nproblem binary\nready\n`: {want: xcb.Greeting{Capabilities: cover.Capabilities{Colours: true}}},
		`xcb 1\nproblem pdf\n`:                          {err: `answered "problem pdf", expected problem dlx or problem binary`},
		`xcb 1\nerror no licence\n`:                     {err: "the engine reports an error: no licence"},
		`dance 1\n`:                                     {err: `answered "dance 1", expected "xcb 1"`},
		`xcb 1\n`:                                       {err: "the engine ended without an answer (exit status 0)"},
		`xcb 1\nx`:                                      {err: `the engine ended in the middle of the line "x" (exit status 0)`},
	} {
		e := engineOf(t, script(`read -r line; test "$line" = "xcb 1" && test $XCBENCH_PROTOCOL = xcb && printf '`+text+`'; exit 0`))
		got, err := e.Greeting(t.Context())
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: got %+v, %v, want %+v, %q", text, got, err, c.want, c.err)
		}
	}
	e := engineOf(t, serves(t, "dlx_index"))
	for range 2 {
		if g, err := e.Greeting(t.Context()); err != nil || g != (xcb.Greeting{Name: "dlx_index", Version: "of a test",
			Capabilities: cover.Capabilities{Secondary: true, Colours: true}}) {
			t.Errorf("got %+v, %v, want that of the server", g, err)
		}
	}
	e.Close()
	if _, err := e.Greeting(t.Context()); err != nil || e.Started() != 2 {
		t.Errorf("got %v and %d processes, want a second one after the first was closed", err, e.Started())
	}
}

func TestAMissingProgramIsAnError(t *testing.T) {
	missing := child.Command{Args: []string{"/no/such/program"}}
	e := engineOf(t, missing)
	if stats := prepare(t, e, textbook.Tiny()).Run(t.Context(), cover.Limits{}, nil); stats.Status != cover.Failed ||
		!strings.Contains(fmt.Sprint(stats.Err), "no such file") {
		t.Errorf("got %s, %v", stats.Status, stats.Err)
	}
	_, greeting := e.Greeting(t.Context())
	if _, err := e.Bad(t.Context()); err == nil || greeting == nil {
		t.Errorf("got %v and %v, want errors", greeting, err)
	}
}

// An engine that checks problems refuses one with an unknown item.
func TestAnEngineThatTakesABadProblemIsNamed(t *testing.T) {
	for _, c := range []struct {
		command child.Command
		want    string
	}{
		{serves(t, "dlx_index"), ""},
		{says(hello+`unsupported\n`, ""), ""},
		{says(hello+`error no memory\n`, ""), ""},
		{says(hello+ready, ""), "ready"},
		{says(hello+`I am thinking\n`, ""), "I am thinking"},
		{script("printf '" + hello + "rea'; cat >/dev/null & sleep 0.1"), ""},
	} {
		if got, err := engineOf(t, c.command).Bad(t.Context()); err != nil || got != c.want {
			t.Errorf("%v: got %q, %v, want %q", c.command.Args, got, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	if _, err := engineOf(t, says(hello, "")).Bad(ctx); err == nil || err.Error() != "no answer within 1m0s" {
		t.Errorf("stuck: got %v, want no answer", err)
	}
}

// An engine that shows no solutions says so in its greeting, and one that takes secondary items too.
func TestAnEngineIsAskedForWhatItCanDoOnly(t *testing.T) {
	e := engineOf(t, says(`xcb 1\ncounts only\nready\nready\ndone solved solutions 2\n`, ":"))
	s := prepare(t, e, textbook.Tiny())
	if stats := s.Run(t.Context(), cover.Limits{}, all); stats.Status != cover.Unsupported {
		t.Errorf("a visitor: got %+v, want it unsupported", stats)
	}
	if stats := s.Run(t.Context(), cover.Limits{}, nil); stats.Solutions != 2 || stats.Err != nil || !e.Capabilities().CountsOnly {
		t.Errorf("got %+v, want two solutions", stats)
	}
	mixed := textbook.Mixed(1, 1, []int{0, 1})
	if _, err := cover.Prepare(e, mixed); !errors.As(err, new(*cover.UnsupportedError)) || e.Started() != 1 {
		t.Errorf("secondary items: got %v, want them unsupported", err)
	}
	new := engineOf(t, says(`xcb 1\nready\nready\ndone solved\n`, ":")) // it has not greeted yet
	if stats := prepare(t, new, mixed).Run(t.Context(), cover.Limits{}, nil); stats.Status != cover.Unsupported {
		t.Errorf("secondary items: got %+v, want them unsupported", stats)
	}
	// Nothing is left of the problem before one that is refused. It is sent again.
	again := engineOf(t, says(hello+`ready setup 5\ndone solved\nunsupported wide\nready setup 7\ndone solved\n`, ":"))
	first, second := prepare(t, again, textbook.Tiny()), prepare(t, again, textbook.Tiny())
	for k, s := range []cover.Search{first, second, first} {
		if got, want := s.Run(t.Context(), cover.Limits{}, nil).Setup, []time.Duration{5, 0, 7}[k]; got != want {
			t.Errorf("run %d: got the set-up time %v, want %v", k, got, want)
		}
	}
	// A number of solutions may be larger than any other.
	big := engineOf(t, says(hello+ready+`done solved solutions 123456789012345678901234567890\n`, ":"))
	if stats := prepare(t, big, textbook.Tiny()).Run(t.Context(), cover.Limits{}, nil); stats.Err != nil ||
		stats.CountText() != "123456789012345678901234567890" {
		t.Errorf("got %s solutions, %v", stats.CountText(), stats.Err)
	}
	// Levels without updates say nothing of the updates.
	levels := engineOf(t, says(hello+ready+`level 1\nlevel 2\ndone solved\n`, ":"))
	if stats := prepare(t, levels, textbook.Tiny()).Run(t.Context(), cover.Limits{}, nil); stats.Nodes != 3 ||
		stats.Updates != cover.Uncounted || len(stats.Levels) != 2 {
		t.Errorf("got %+v, want 3 nodes and no updates", stats)
	}
}

// A request that cannot be sent ends a session, and the engine may have said why.
func TestARequestThatCannotBeSentIsAFault(t *testing.T) {
	for answer, want := range map[string]string{
		`error full\n`: `the engine answered "error full", expected no answer before the request is complete`,
		"":             "the engine ended without an answer",
	} {
		e := engineOf(t, script("read -r line; printf '"+hello+answer+"'; exit 0"))
		p := textbook.Problem(1, textbook.Times(100_000, 0)...)
		if stats := prepare(t, e, p).Run(t.Context(), cover.Limits{}, nil); !strings.Contains(fmt.Sprint(stats.Err), want) {
			t.Errorf("%q: got %v, want %q", answer, stats.Err, want)
		}
	}
}

// A line may have the number of an option of each level.
func TestALongSolutionIsRead(t *testing.T) {
	const items = 2000
	answer := hello + ready + "solution"
	for i := range items {
		answer += fmt.Sprint(" ", i+1)
	}
	e := engineOf(t, says(answer+`\ndone solved solutions 1\n`, ":"))
	shown := 0
	stats := prepare(t, e, textbook.Problem(items, textbook.Singles(items, items)...)).Run(t.Context(), cover.Limits{},
		func(options []int) bool { shown += len(options); return true })
	if stats.Err != nil || shown != items {
		t.Errorf("got %d options and %v, want %d", shown, stats.Err, items)
	}
}

// logged returns the lines that an engine was sent, without the greeting.
func logged(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) { // it is made at the first line
		t.Fatal(err)
	}
	return strings.TrimPrefix(string(text), "xcb 1\n")
}
