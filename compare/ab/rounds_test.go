package ab_test

import (
	"context"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"xcbench/compare/ab"
	"xcbench/internal/script"
	"xcbench/results"
)

var update = flag.Bool("update", false, "write the answers of testdata anew")

// The archives of testdata have comparisons, each with its result behind it in a file named "=". The name of a
// comparison ends in the options of its plan. Each line is a search: its name, what differs, its statistics of
// both sides, and its times in each unit, OLD/NEW by round. The times begin again when they end. Each round takes
// a second.
func TestResultsOfRoundsAreThoseOfTestdata(t *testing.T) {
	script.Archives(t, "testdata/*.txtar", *update, func(t *testing.T, name string, text []byte) string {
		_, options, _ := strings.Cut(name, ": ")
		p, n, measured := planOf(options), 0, 0
		times := map[*ab.Search]map[string][]string{}
		for line := range strings.Lines(string(text)) {
			s, own := searchOf(t, line)
			p.Searches, times[s] = append(p.Searches, s), own
		}
		r, err := run(t, p, func(_ context.Context, searches []*ab.Search) error {
			for _, s := range searches {
				sides := [2]map[string]float64{{}, {}}
				for unit, all := range times[s] {
					for side, value := range strings.SplitN(all[n%len(all)], "/", 2) {
						sides[side][unit], _ = strconv.ParseFloat(value, 64) // "-" is none
					}
				}
				if s.Settle([2]string{"too large", "too large"}) {
					s.Add(sides[0], sides[1])
				}
			}
			n, measured = n+1, measured+len(searches)
			time.Sleep(time.Second)
			return nil
		})
		answer := fmt.Sprintf("%d measurements of a search\n", measured) + tell(r)
		if err != nil {
			answer = err.Error() + "\n" + answer
		}
		return answer
	})
}

func planOf(options string) ab.Plan {
	p := ab.Plan{Time: time.Hour}
	for option := range strings.SplitSeq(options, "; ") {
		switch key, value, _ := strings.Cut(option, "="); key {
		case "margin":
			p.Margin, _ = strconv.ParseFloat(value, 64)
			p.SearchMargin = p.Margin
		case "unit":
			p.Unit = value
		case "time":
			p.Time, _ = time.ParseDuration(value)
		}
	}
	return p
}

// searchOf reads a line such as "f/1 s rules: solved 1 10 20, limit 1 10 20: sec/op 1/1.1 2/2.2 cpu-sec/op 3/3".
func searchOf(t *testing.T, line string) (*ab.Search, map[string][]string) {
	parts := strings.Split(line, ":")
	head := strings.Fields(parts[0])
	family, _, _ := strings.Cut(head[0], "/")
	differs := strings.Join(head[2:], " ")
	s := &ab.Search{Search: results.Search{InstanceID: head[0], Solver: head[1]}, Family: family,
		SameTree: !strings.Contains(differs, "rules"), SameCounter: !strings.Contains(differs, "counters")}
	for side, text := range strings.Split(parts[1], ",") {
		to := &s.Stats[side]
		if _, err := fmt.Sscan(text, &to.Status, &to.Solutions, &to.Nodes, &to.Updates); err != nil {
			t.Fatal(line, err)
		}
	}
	times, unit := map[string][]string{}, ""
	for _, word := range strings.Fields(parts[2]) {
		if strings.HasSuffix(word, "/op") {
			unit = word
		} else {
			times[unit] = append(times[unit], word)
		}
	}
	return s, times
}

// tell returns all that a result says.
func tell(r ab.Result) string {
	text := fmt.Sprintf("%s, %d searches, %d rounds and %d on %d suspects, %v; %v\n",
		r.Unit, r.Searches, r.Screened, r.Rounds, r.Suspects, r.Spent, r.Verdict())
	for _, unit := range ab.Units {
		if noise, ok := r.Noise[unit]; ok {
			text += fmt.Sprintf("noise of %s: %.4g\n", unit, noise)
		}
	}
	for _, f := range r.Findings {
		text += fmt.Sprintf("%s x%d: %v", strings.TrimSpace(f.Label()), f.Rows, f.Verdict)
		for _, c := range f.Changes {
			text += fmt.Sprintf("; %s %.4g to %.4g (%.4g to %.4g)", c.Unit, c.Old, c.New, c.Interval.Low, c.Interval.High)
		}
		text += "\n"
	}
	for _, s := range r.LeftOut {
		text += fmt.Sprintf("left out: %s: %s\n", s.Label(), s.Why)
	}
	for _, s := range r.Failed {
		text += "failed: " + s.Label() + "\n"
	}
	return text
}
