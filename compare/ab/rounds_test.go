package ab_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"xcbench/compare/ab"
	"xcbench/internal/script"
)

var update = flag.Bool("update", false, "write the answers of testdata anew")

// recorded is a search with its times by unit, old and new by round. They begin again when they end; 0 is none.
type recorded struct {
	ab.Search
	Times map[string][][2]float64
}

// The archives of testdata have comparisons: a line with the plan and a line for each search. The result is behind
// each in a file named "=". Each round takes a second.
func TestResultsOfRoundsAreThoseOfTestdata(t *testing.T) {
	script.Archives(t, "testdata/*.txtar", *update, func(t *testing.T, _ string, text []byte) string {
		var p ab.Plan
		n, measured, times := 0, 0, map[*ab.Search]map[string][][2]float64{}
		d := json.NewDecoder(bytes.NewReader(text))
		for err := d.Decode(&p); d.More(); {
			s := &recorded{}
			if err = errors.Join(err, d.Decode(s)); err != nil {
				t.Fatal(err)
			}
			p.Searches, times[&s.Search] = append(p.Searches, &s.Search), s.Times
		}
		r, err := run(t, p, func(_ context.Context, searches []*ab.Search) error {
			for _, s := range searches {
				sides := [2]map[string]float64{{}, {}}
				for unit, all := range times[s] {
					for side, x := range all[n%len(all)] {
						sides[side][unit] = x
					}
				}
				s.Add(sides, [2]string{"too large", "too large"})
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
