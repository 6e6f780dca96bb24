package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// asked is a request about two solvers.
func asked(verify bool) request {
	if verify {
		return request{Solvers: []string{"naive", "dlx_index"}, Verify: true, Next: "dlx_index"}
	}
	return request{Solvers: []string{"naive"}}
}

const (
	honestVerdict = `{"solver":"naive","s":{"Status":"solved","Solutions":2,"Nodes":3,"Updates":4,"Search":50},"l":"AQQCAA=="}`
	otherVerdict  = `{"solver":"dlx_index","s":{"Status":"crash"},"f":"panic: out"}`
	honestSteps   = `{"at":"naive"}` + "\n" + `{"at":"dlx_index"}` + "\n" + `{"at":"dlx_index","sampling":true}` + "\n"
	honestRest    = `"measurement":{"stats":{"Status":"solved","Solutions":2,"Nodes":3,"Updates":4,"Search":50},` +
		`"runs":2,"costs":{"allocs/op":1.5}}}`
	honestSample = `{` + honestRest
	honest       = honestSteps + `{"verdicts":[` + honestVerdict + `,` + otherVerdict + `],` + honestRest
)

// dishonest are changes to honest answers that no worker makes.
var dishonest = []struct{ old, new, want string }{
	{`"Status":"solved"`, `"Status":"solved\nBenchmarkSolve"`, `the status "solved\nBenchmarkSolve"`},
	{`"Status":"solved"`, `"Status":"killed"`, `the status "killed"`},
	{`"Nodes":3`, `"Nodes":-3`, "2 solutions, -3 nodes, 4 updates"},
	{`"Solutions":2`, `"Solutions":2,"Big":7`, "2 solutions, but exactly 7"},
	{`"Search":50`, `"Search":-50`, "0s to prepare and -50ns to search"},
	{`"runs":2`, `"runs":0`, "0 runs"},
	{`"allocs/op":1.5`, `"allocs/op":-1`, `a cost of -1 "allocs/op"`},
	{`"allocs/op":1.5`, `"sec/op":1`, `a cost of 1 "sec/op"`},
	{`"allocs/op":1.5`, `"x/op 1 nodes":1`, `a cost of 1 "x/op 1 nodes"`},
	{honestRest, `"error":""}`, "no measurement"},
	{`"AQQCAA=="`, `"AQQBAA=="`, "naive: the levels have 2 nodes and 4 updates, expected 3 and 4"},
	{`"AQQCAA=="`, `"AQQCAAc="`, "torn levels, expected the nodes and updates of each"},
	{`"AQQCAA=="`, `"AQgC/P//////////AQ=="`, "torn levels, expected the nodes and updates of each"}, // -4 updates
	{`"AQQCAA=="`, `"?QQCAA=="`, "illegal base64 data at input byte 0"},
	{`"solver":"naive"`, `"solver":"dlx_index"`, `a verdict on "dlx_index", expected one on naive`},
	{`,` + otherVerdict, ``, "1 verdicts on 2 solvers"},
	{`"at":"naive"`, `"at":"lanes"`, `a step with "lanes", expected one with a solver of the request`},
	{`"at":"naive"`, `"at":"naive","sampling":true`, `a step with "naive", expected one with a solver of the request`},
	{`"at":"naive"`, `"at":"naive","error":"x"`, "a step with a result"},
	{honestSteps, strings.Repeat(honestSteps, 11), "31 steps with 2 solvers"},
}

// lastOf reads the answers to a request up to the last one.
func lastOf(q request, text []byte) (answer, int, error) {
	d, in := dialogue{request: q}, json.NewDecoder(&answerBound{out: bytes.NewReader(text), most: maxAnswer})
	for {
		var a answer
		if err := in.Decode(&a); err != nil {
			return a, d.steps, err
		}
		if err := d.take(a); err != nil || a.At == "" {
			return a, d.steps, err
		}
	}
}

func TestAnswersThatNoWorkerGivesAreRefused(t *testing.T) {
	for _, verify := range []bool{false, true} {
		text := map[bool]string{false: honestSample, true: honest}[verify]
		if _, _, err := lastOf(asked(verify), []byte(text)); err != nil {
			t.Errorf("an honest answer: got %v, want no error", err)
		}
	}
	for _, c := range dishonest {
		for _, verify := range []bool{false, true} {
			text := map[bool]string{false: honestSample, true: honest}[verify]
			changed := strings.Replace(text, c.old, c.new, 1)
			if changed == text || verify && c.want == "no measurement" {
				continue // it needs no sample
			}
			_, _, err := lastOf(asked(verify), []byte(changed))
			if err == nil || strings.TrimPrefix(err.Error(), "naive: ") != strings.TrimPrefix(c.want, "naive: ") {
				t.Errorf("%s for %s: got %v, want %s", c.new, c.old, err, c.want)
			}
		}
	}
	for text, q := range map[string]request{
		honestSample: {Solvers: []string{"naive"}, Verify: true},
		honest:       asked(false),
		`{"verdicts":[` + honestVerdict + `],` + honestRest: {Solvers: []string{"naive"}, Verify: true},
		`{"verdicts":[],` + honestRest:                      asked(false),
		`{"verdicts":[{"levels":"1 2 3"}]}`:                 asked(true),
		`{"verdicts":[{"levels":"1 -2"}]}`:                  asked(true),
	} {
		if _, _, err := lastOf(q, []byte(text)); err == nil {
			t.Errorf("%s: got no error to %+v, want one", text, q)
		}
	}
}

// FuzzAnswers reads any text as the answers of a worker. A result that is believed makes rows that
// can be read back.
func FuzzAnswers(f *testing.F) {
	f.Add(false, []byte(honestSample))
	f.Add(true, []byte(honest))
	for _, c := range dishonest {
		f.Add(false, []byte(strings.Replace(honestSample, c.old, c.new, 1)))
		f.Add(true, []byte(strings.Replace(honest, c.old, c.new, 1)))
	}
	for _, text := range []string{
		"", "{", "[", "null", "{}", "{}{}", "\xff\xfe{", honest[:len(honest)-9], `{"error":"\u001b[31m"}`,
		`{"measurement":null,"verdicts":[null,null]}`, `{"at":1e999}`, `{"measurement":{"runs":NaN}}`,
		`{"verdicts":[{"levels":"1 2 3"}]}`, strings.Repeat("[", 1000), `{"error":"` + strings.Repeat("x", 1000),
	} {
		f.Add(true, []byte(text))
		f.Add(false, []byte(text))
	}
	f.Fuzz(func(t *testing.T, verify bool, text []byte) {
		if len(text) > 4<<10 {
			return // more of the same
		}
		q := asked(verify)
		a, steps, err := lastOf(q, text)
		if most := 10 * (len(q.Solvers) + 1); steps > most+1 {
			t.Errorf("got %d steps, want at most %d", steps, most)
		}
		if err != nil || a.Error != "" {
			return
		}
		for _, v := range a.Verdicts {
			wantReadable(t, v.Solver, measurement{Stats: v.Stats, Runs: 1})
		}
		if a.Measurement != nil {
			wantReadable(t, q.Solvers[0], *a.Measurement)
		}
	})
}

// wantReadable writes a measurement as a row and reads it back.
func wantReadable(t *testing.T, solver string, m measurement) {
	s := m.Stats
	text := fmt.Sprintf("status: %s\nsolutions: %s\nBenchmarkSolve/family=f/inst=i/solver=%s-1 %d %g sec/op "+
		"%g setup-sec/op %s solutions/op", s.Status, s.CountText(), solver, m.Runs,
		s.Search.Seconds()/float64(m.Runs), s.Setup.Seconds(), s.CountText())
	for unit, n := range map[string]int64{results.Nodes: s.Nodes, results.Updates: s.Updates} {
		if n != cover.Uncounted {
			text += fmt.Sprintf(" %d %s", n, unit)
		}
	}
	for unit, cost := range m.Costs {
		text += fmt.Sprintf(" %g %s", cost, unit)
	}
	rows, err := results.Read(strings.NewReader(text+"\n"), "row")
	if err != nil || len(rows) != 1 {
		t.Fatalf("got %d rows and %v from\n%s, want one row", len(rows), err, text)
	}
	r := rows[0]
	got := cover.Stats{Status: r.Status, Solutions: r.Solutions, Big: r.Big, Nodes: r.Nodes, Updates: r.Updates}
	want := cover.Stats{Status: s.Status, Solutions: s.Solutions, Big: s.Big, Nodes: s.Nodes, Updates: s.Updates}
	if got.Status != want.Status || difference(solvers.Variant{}, got, want) != "" || r.Solver != solver || len(r.Costs) != len(m.Costs) {
		t.Errorf("got %+v, want %+v with %d costs", r, want, len(m.Costs))
	}
}
