package bench

import (
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

func TestMemoryIsParsedUpToTheLargestNumber(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "7": 7, "1kb": 1 << 10, "2KB": 2 << 10, "3MB": 3 << 20, "4gB": 4 << 30,
		"9223372036854775807": math.MaxInt64, "9007199254740991KB": math.MaxInt64 >> 10 << 10,
		"8796093022207MB": math.MaxInt64 >> 20 << 20, "8589934591GB": math.MaxInt64 >> 30 << 30,
		"": -1, "-7": -1, "-7KB": -1, "KB": -1, "1TB": -1, "1 KB": -1, "9223372036854775808": -1, "9007199254740992KB": -1,
		"8796093022208MB": -1, "8589934592GB": -1,
	} {
		got, err := ParseBytes(text)
		if err != nil {
			got = -1
			if want := fmt.Sprintf(`memory %q, expected a number of bytes such as "512MB" or "2GB"`, text); err.Error() != want {
				t.Errorf("%q: got error %v, want %s", text, err, want)
			}
		}
		if got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

func TestLevelsOfAnAnswerAreReadBack(t *testing.T) {
	for text, want := range map[string]Levels{"": nil, "AQA=": {{Nodes: 1}},
		"ARSvAv//////////fw==": {{Nodes: 1, Updates: 20}, {Nodes: 303, Updates: math.MaxInt64}}} {
		made, err := want.MarshalText()
		var got Levels
		if err == nil {
			err = got.UnmarshalText([]byte(text))
		}
		if err != nil || string(made) != text || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, %v and the text %q, want %+v", text, got, err, made, want)
		}
	}
	// No base64, one number, half a number, more than an int64 has, in either place.
	for _, text := range []string{"1", "AQ==", "AYA=", "gA==", "gICAgICAgICAAQA=", "AICAgICAgICAgAE="} {
		if err := new(Levels).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q: got no error", text)
		}
	}
}

// An answer may have as many bytes as the bound says, and its line end. Each line is counted anew.
func TestAnswersUpToTheBoundAreRead(t *testing.T) {
	for n, want := range map[int]error{0: nil, 9: nil, 10: nil, 12: errLongAnswer} {
		line := strings.Repeat("x", n)
		in := &answerBound{out: strings.NewReader(line + "\n" + line + "\n"), most: 10}
		var err error
		one := make([]byte, 1)
		for err == nil {
			_, err = in.Read(one)
		}
		if want == nil {
			want = io.EOF
		}
		if err != want {
			t.Errorf("answers of %d bytes: got %v, want %v", n, err, want)
		}
	}
}

func TestStatisticsOfAnAnswerHaveBounds(t *testing.T) {
	const most = 1 << 53
	good := cover.Stats{Status: cover.Solved, Solutions: most, Nodes: most, Updates: most}
	for what, change := range map[string]func(*cover.Stats){
		"": func(*cover.Stats) {}, "zeros": func(s *cover.Stats) { *s = cover.Stats{Status: cover.Limit} },
		"a status":        func(s *cover.Stats) { s.Status = results.Killed },
		"fewer solutions": func(s *cover.Stats) { s.Solutions = -1 },
		"nodes":           func(s *cover.Stats) { s.Nodes++ }, "fewer nodes": func(s *cover.Stats) { s.Nodes = -2 },
		"updates": func(s *cover.Stats) { s.Updates++ }, "fewer updates": func(s *cover.Stats) { s.Updates = -2 },
		"setup": func(s *cover.Stats) { s.Setup = -1 }, "time": func(s *cover.Stats) { s.Search = -1 },
	} {
		s := good
		change(&s)
		if err := checkStats(s); (err == nil) != (what == "" || what == "zeros") {
			t.Errorf("%+v: got error %v", s, err)
		}
	}
}

// A second run that timed out may have got as far as the first at most. Any other difference is a
// fault.
func TestSecondRunsAreComparedWithTheFirst(t *testing.T) {
	stats := func(status cover.Status, solutions, nodes, updates int64) cover.Stats {
		return cover.Stats{Status: status, Solutions: solutions, Nodes: nodes, Updates: updates}
	}
	with := func(s cover.Stats, options ...int) *checkedRun {
		c := &checkedRun{stats: s}
		for _, o := range options {
			c.found.add([]int{o})
		}
		return c
	}
	first := stats(cover.Solved, 2, 10, 100)
	for _, c := range []struct {
		what    string
		second  *checkedRun
		refuted bool
	}{
		{"the same", with(first, 1, 2), false},
		{"other solutions", with(first, 1, 3), true},
		{"another order", with(first, 2, 1), true},
		{"timed out at once", with(stats(cover.Timeout, 0, 1, 0)), false},
		{"timed out at the end", with(stats(cover.Timeout, 2, 10, 999)), false},
		{"timed out after more nodes", with(stats(cover.Timeout, 2, 11, 100)), true},
		{"timed out after more solutions", with(stats(cover.Timeout, 3, 10, 100)), true},
		{"another solution", with(stats(cover.Solved, 3, 10, 100), 1, 2), true},
		{"another node", with(stats(cover.Solved, 2, 9, 100), 1, 2), true},
		{"another update", with(stats(cover.Solved, 2, 10, 101), 1, 2), true},
		{"another end", with(stats(cover.Limit, 2, 10, 100), 1, 2), true},
	} {
		o := Outcome{Stats: first}
		if o.compareRuns(with(first, 1, 2), c.second); (o.Stats.Status == results.Wrong) != c.refuted {
			t.Errorf("%s: got %s and fault %q, want refuted: %v", c.what, o.Stats.Status, o.Fault, c.refuted)
		}
	}
	levels := with(first, 1, 2)
	levels.stats.Levels = []cover.Level{{Nodes: 10, Updates: 100}}
	o := Outcome{Stats: first}
	if o.compareRuns(with(first, 1, 2), levels); o.Fault != "a second run differs: other nodes or updates by level" {
		t.Errorf("other levels: got %q", o.Fault)
	}
	wrong := with(first, 1, 2)
	wrong.fault = "no solution"
	o = Outcome{Stats: first}
	if o.compareRuns(with(stats(cover.Timeout, 1, 1, 1)), wrong); o.Fault != "" {
		t.Errorf("a first run that timed out: got %q, want no fault", o.Fault)
	}
	if o.compareRuns(with(first, 1, 2), wrong); o.Fault != "solution 2 of a second run: no solution" {
		t.Errorf("a wrong solution: got %q", o.Fault)
	}
}

func TestLargestTreeOfTheOthersIsFound(t *testing.T) {
	outcome := func(name string, nodes int64) Outcome {
		return Outcome{Variant: solvers.Variant{Name: name}, Stats: cover.Stats{Nodes: nodes}}
	}
	suspect := outcome("s", 50)
	for _, c := range []struct {
		others []Outcome
		want   int64
	}{
		{[]Outcome{suspect}, 50}, {[]Outcome{suspect, outcome("a", 7), outcome("b", 9), outcome("c", 8)}, 9},
		{[]Outcome{outcome("a", 0), suspect}, 50},
	} {
		if got := (Report{Outcomes: c.others}).mostNodes(suspect); got != c.want {
			t.Errorf("got %d nodes, want %d", got, c.want)
		}
	}
}

func TestReplayQuotesTheFile(t *testing.T) {
	r := Reproducer{solvers: []string{"a", "b"}, limits: cover.Limits{Nodes: 7, Updates: 9}, instanceID: "queens/8"}
	const start = "xcbench verify --solver a,b --nodes 7 --updates 9 "
	for file, want := range map[string]string{
		"repro/a-1.dlx": "repro/a-1.dlx", "my file": "'my file'", "it's": `'it'\''s'`, "ü": "'ü'", "a$": "'a$'",
	} {
		if got := r.Replay(file); got != start+want {
			t.Errorf("got %s, want %s%s", got, start, want)
		}
	}
	for limits, want := range map[cover.Limits]string{{}: "", {Nodes: 1}: "--nodes 1 ", {Updates: 1}: "--updates 1 "} {
		if got := (Reproducer{solvers: []string{"a"}, limits: limits}).Replay("x"); got != "xcbench verify --solver a "+want+"x" {
			t.Errorf("%+v: got %s, want the limits %q", limits, got, want)
		}
	}
	if r.onInstance = true; r.Replay("x") != start+"queens/8" {
		t.Errorf("got %s, want the instance", r.Replay("x"))
	}
}

func TestTimeoutIsTheDeadlineOfASearch(t *testing.T) {
	ctx, cancel := Bounds{}.Context(t.Context())
	defer cancel()
	if _, limited := ctx.Deadline(); limited {
		t.Error("got a deadline without a timeout")
	}
	for _, timeout := range []time.Duration{1, time.Hour} {
		ctx, stop := Bounds{Timeout: timeout}.Context(t.Context())
		defer stop()
		if end, limited := ctx.Deadline(); !limited || time.Until(end) > timeout {
			t.Errorf("got the deadline %v, want one in %v", end, timeout)
		}
	}
}

func TestLoadHasThreeAverages(t *testing.T) {
	fields := strings.Fields(load())
	if want := min(3, len(strings.Fields(content("/proc/loadavg")))); len(fields) != want {
		t.Errorf("got the averages %q, want %d", fields, want)
	}
}
