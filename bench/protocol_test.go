package bench_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"xcbench/bench"
	"xcbench/cover"
)

// said is what an answer of a worker has.
type said struct {
	At          string
	Run         int
	Sampling    bool
	Verdicts    []any
	Measurement *struct{ Stats cover.Stats }
	Error       string
}

// A worker announces each step, so that the process that waits knows which solver hangs. It keeps a
// problem until it is told to forget all others.
func TestAWorkerAnnouncesItsSteps(t *testing.T) {
	in := instance(t, "queens/6")
	problem, err := bench.ProblemOf(&in)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(problem)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), worker[0])
	cmd.Env = append(os.Environ(), bench.WorkerVariable+"=1")
	requests, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	answers := json.NewDecoder(out)
	const both, sent = `"solvers":["good","lying"],"verify":true`, `"key":1,"problem":`
	for _, c := range []struct {
		request string
		want    string // the steps, and then what the answer has
	}{
		{`{` + sent + string(text) + `,` + both + `}`, "good, lying, 2 verdicts"},
		{`{"key":1,` + both + `,"next":"good"}`, "good, lying, sampling good, 2 verdicts, 111 nodes"},
		{`{"key":1,` + both + `,"next":"lying"}`, "good, lying, 2 verdicts"},
		{`{"key":1,` + both + `,"oracles":{"rerun":true}}`, "good, good again 2, good again 3, lying, 2 verdicts"},
		{`{"key":1,"solvers":["good"]}`, "111 nodes"},
		{`{"key":1,"solvers":["nobody"]}`, `error unknown solver "nobody"`},
	} {
		fmt.Fprintln(requests, c.request)
		var got []string
		for {
			var a said
			if err := answers.Decode(&a); err != nil {
				t.Fatal(err)
			}
			switch {
			case a.Sampling:
				got = append(got, "sampling "+a.At)
			case a.Run > 0:
				got = append(got, fmt.Sprint(a.At, " again ", a.Run))
			case a.At != "":
				got = append(got, a.At)
			case a.Error != "":
				got = append(got, "error "+a.Error)
			}
			if a.Verdicts != nil {
				got = append(got, fmt.Sprint(len(a.Verdicts), " verdicts"))
			}
			if a.Measurement != nil {
				got = append(got, fmt.Sprint(a.Measurement.Stats.Nodes, " nodes"))
			}
			if a.At == "" {
				break
			}
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%.80s: got %s, want %s", c.request, text, c.want)
		}
	}
	fmt.Fprintln(requests, "{]")
	if err := cmd.Wait(); err == nil {
		t.Error("got status 0 after a request that is no JSON, want another one")
	}
}

// A searcher tells what each search found. A worker that fails at one of many
// searches loses that one alone.
func TestASearcherTellsWhatEachSearchFound(t *testing.T) {
	var problems []bench.Problem
	for _, id := range []string{"queens/4", "queens/6", "sudoku/wikipedia"} {
		in := instance(t, id)
		p, err := bench.ProblemOf(&in)
		if err != nil {
			t.Fatal(err)
		}
		problems = append(problems, p)
	}
	s := bench.NewSearcher(worker)
	defer s.Close()
	for solver, want := range map[string]string{
		"good":           "solved 2 17, solved 4 111, solved 1 52",
		"quits_at_third": "solved 2 17, crash 0 0, solved 1 52",
		"auto":           "solved 2 17 dlx_index, solved 4 111 bitset, solved 1 1 lanes",
	} {
		v, _ := everySolver.Find(solver)
		found, err := s.Search(t.Context(), bench.Searches{Problems: problems, Solver: v})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			got = append(got, strings.TrimSpace(fmt.Sprintln(f.Stats.Status, f.Stats.Solutions, f.Stats.Nodes, f.Algorithm)))
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: got %s, want %s", solver, got, want)
		}
	}
}
