package bench

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/external"
)

const (
	one = `{"s":{"Status":"solved","Solutions":2,"Nodes":3,"Updates":4,"Search":50,"Levels":"AQQCAA=="},"runs":2,` +
		`"costs":{"allocs/op":1.5}}`
	steps = `{"run":1}` + "\n" + `{"run":2}` + "\n"
)

// honest are the replies of an honest worker to a call.
const honest = steps + `{"found":[` + one + `]}`

// dishonest are changes to honest replies that no worker makes.
var dishonest = [][2]string{
	{`"Status":"solved"`, `"Status":"solved\nBenchmarkSolve"`}, {`"Status":"solved"`, `"Status":"killed"`},
	{`"Nodes":3`, `"Nodes":-3`}, {`"Nodes":3`, `"Nodes":9007199254740993`}, {`"Updates":4`, `"Updates":-2`},
	{`"Solutions":2`, `"Solutions":-1`}, {`"Solutions":2`, `"Solutions":2,"Big":7`}, {`"Search":50`, `"Search":-50`},
	{`"Search":50`, `"Setup":-50`}, {`"allocs/op":1.5`, `"allocs/op":-1`}, {`"allocs/op":1.5`, `"sec/op":1`},
	{`"allocs/op":1.5`, `"x/op 1 nodes":1`}, {`"AQQCAA=="`, `"AQQBAA=="`}, {`"AQQCAA=="`, `"AQQCAAc="`},
	{`"AQQCAA=="`, `"AQgC/P//////////AQ=="`}, {`"AQQCAA=="`, `"?QQCAA=="`}, {`"runs":2`, `"runs":2,"ended":"ended"`},
	{`"runs":2`, `"runs":0`},
	{`{"found":[`, `{"found":[` + one + `,`}, {`"found":`, `"measurement":`}, {`"found":`, `"error":"x","found":`},
	{`"Solutions":2`, `"Solutions":9223372036854775807,"Big":9223372036854775807`}, {`"AQQCAA=="`, `"AQ=="`},
	{`"Solutions":2`, `"Solutions":9223372036854775807,"Big":-9223372036854775809`}, {`"AQQCAA=="`, `"AYA="`},
	{`"AQQCAA=="`, `"gICAgICAgICAAQA="`}, {`"run":2}`, `"run":2,"error":"x"}`}, {`{"run":1}`, `{}`},
	{steps, strings.Repeat(steps, 30)},
}

// told returns a worker whose process writes this text. It cannot start another process.
func told(text string) *Worker {
	p := newProcess()
	p.send, p.memory = func(call) {}, func() int64 { return 0 }
	p.kill = func() {
		for range p.replies {
		}
	}
	p.failed = func() *Found { return failed(results.Crash, "killed: no answer") }
	go func() {
		p.listen(strings.NewReader(text))
		close(p.replies)
	}()
	return &Worker{process: p, isolation: Isolation{Command: []string{""}}}
}

// answered returns what a worker that writes this text is found to have answered.
func answered(text string) *Found {
	f, err := told(text).do(context.Background(), call{})
	if err != nil {
		f = failed(results.Crash, "killed: "+err.Error())
	}
	return f
}

// A process stays for the next call, unless it gave an answer that cannot be. A fault may have damaged its memory,
// so it does not verify the next instance.
func TestAWorkerThatLiesOrFailsEnds(t *testing.T) {
	in, err := corpus.Find("queens/4")
	if err != nil {
		t.Fatal(err)
	}
	lie := strings.Replace(honest, `"Nodes":3`, `"Nodes":-3`, 1)
	crash := strings.Replace(honest, `"Status":"solved"`, `"Status":"crash"`, 1)
	for text, stays := range map[string][2]bool{honest: {true, true}, lie: {false, false}, crash: {true, false}} {
		w, v := told(text), told(text)
		_, err := w.do(t.Context(), call{})
		_, errV := v.Verify(t.Context(), in, make([]solvers.Variant, 1), Bounds{})
		if got := [2]bool{w.process != nil, v.process != nil}; errors.Join(err, errV) != nil || got != stays {
			t.Errorf("%s: got %v, %v and the same process %v, want results and %v", text, err, errV, got, stays)
		}
	}
}

// A search may take its time twice, to prepare and to search, and a sample may begin a run before it is over.
func TestAWorkerIsWaitedForTwiceTheTime(t *testing.T) {
	w := &Worker{isolation: Isolation{Grace: 7}}
	c := call{Bounds: Bounds{Timeout: 1000}, MinTime: 100}
	if got := w.maxWait(c); got != 2207 {
		t.Errorf("got %v, want twice the timeout and the time of a sample, and the grace", got)
	}
}

// An engine that ended by itself went on if there was a limit, and it made more nodes or does not count them.
func TestAnEngineGoesOnBeyondALimitOnly(t *testing.T) {
	engine := solvers.Variant{Engine: new(external.Spec)}
	for want, all := range map[bool][][2]int64{ // nodes and their limit
		true:  {{5, 4}, {cover.Uncounted, 4}},
		false: {{5, 0}, {5, 5}, {cover.Uncounted, 0}},
	} {
		for _, c := range all {
			s, limits := cover.Stats{Status: cover.Solved, Nodes: c[0]}, cover.Limits{Nodes: c[1]}
			if wentOn(engine, s, limits) != want || wentOn(solvers.Variant{}, s, limits) {
				t.Errorf("%d nodes of %d: want %v, and never for a solver of this program", c[0], c[1], want)
			}
		}
	}
}

// FuzzReplies reads any text as the replies of a worker. A result that is believed makes rows that can
// be read back.
func FuzzReplies(f *testing.F) {
	refused := func(text string) bool { return strings.Contains(answered(text).Fault, "killed: ") }
	if f.Add(honest); refused(honest) {
		f.Error("an honest reply is refused")
	}
	for _, c := range dishonest {
		changed := strings.Replace(honest, c[0], c[1], 1)
		if f.Add(changed); !refused(changed) {
			f.Errorf("%s for %s: got no failure", c[1], c[0])
		}
	}
	for _, text := range []string{"", "[", "null", "{}", "{}{}", "\xff\xfe{", `{"error":"\u001b[31m"}`, `{"found":[null,null]}`,
		`{"found":[{"runs":NaN}]}`, strings.Repeat("[", 1000)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < 4<<10 { // longer texts have more of the same
			wantReadable(t, answered(text))
		}
	})
}

// wantReadable records a result as a row and reads it back.
func wantReadable(t *testing.T, f *Found) {
	dir := filepath.Join(t.TempDir(), "run")
	d, err := results.Begin(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := f.Row("f", "i", "s", Bounds{})
	if err := errors.Join(d.Start(nil), d.Row(want), d.Close()); err != nil {
		t.Fatal(err)
	}
	rows, _, err := results.ReadDir(dir)
	if err != nil || len(rows) != 1 {
		t.Fatalf("got %d rows and %v of %+v, want one row", len(rows), err, want)
	}
	got := rows[0]
	if what, _ := difference(solvers.Variant{}, got.Stats(), want.Stats()); got.Status != want.Status || what != "" || len(got.Costs) != len(want.Costs) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
