package compare_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

// equal returns samples that are all the same, of instances from 1 to n.
func equal(solver string, n, samples int, seconds float64) string {
	text := ""
	for inst := range n {
		text += fmt.Sprint(inst+1, " ", solver, ":", strings.Repeat(fmt.Sprint(" ", seconds), samples), "\n")
	}
	return text
}

// The whole interval of a group must exceed the threshold. A solver is undecided if its interval
// has both 1 and a change that should be visible: 10%, or 50% over the root of the rows, or twice
// the threshold. An allowance for drift beyond 5% counts too. Families are too small for that. The samples needed grow with the square of the
// interval's width, relative to half of the change.
func TestVerdictOnAGroupNeedsItsWholeInterval(t *testing.T) {
	for ratio, want := range map[float64]compare.GateVerdict{1.31: compare.Same, 1.32: compare.Slower, 0.77: compare.Same,
		0.76: compare.Faster} {
		check := checkTimes(t, results.Seconds, timed(rows(equal("s", 2, 8, 1))), timed(rows(equal("s", 2, 8, ratio))), given(0.25))
		for _, f := range check.Findings[:2] {
			if i := f.Changes[0].Interval; f.Verdict != want || !near(i.Low, ratio/1.05) || !near(i.High, ratio*1.05) {
				t.Errorf("%v times as long: got %s with %+v, want %s", ratio, showFinding(f), i, want)
			}
		}
	}
	dice := rand.New(rand.NewPCG(9, 10))
	verdicts := map[compare.GateVerdict]int{}
	for k := range 30 {
		n, threshold, noise := []int{2, 9, 16}[k%3], 0.02+0.04*float64(k%5), 0.08*float64(k%7)
		visible := max(0.1, 0.5/math.Sqrt(float64(n)), 2*threshold)
		noisy := func(samples int, factor float64) *compare.Groups {
			all := &results.Rows{}
			for range samples {
				for inst := range n {
					all.Add(results.Row{Family: "f", Name: fmt.Sprint(inst), Solver: "s", Status: "solved",
						Search: factor * math.Exp(noise*dice.NormFloat64())})
				}
			}
			return timed(all)
		}
		check, needed := checkTimes(t, results.Seconds, noisy(9, 1), noisy(8, 1+0.1*float64(k%4-1)), given(threshold)), 0
		_, groups := split(check)
		for _, f := range groups {
			i, want := f.Changes[0].Interval, compare.Same
			switch {
			case i.Low > 1+threshold:
				want = compare.Slower
			case i.High < 1/(1+threshold):
				want = compare.Faster
			case i.Low <= 1 && i.High > (1+visible)*1.05 && f.Solver != "":
				want = compare.Undecided
				needed = max(9, int(math.Ceil(8*math.Pow(math.Log(i.High/i.Low/check.Drift/check.Drift)/2/math.Log(1+visible), 2))))
			}
			if verdicts[want]++; f.Verdict != want {
				t.Errorf("%d rows, threshold %v: got %s with %+v, want %s", n, threshold, showFinding(f), i, want)
			}
		}
		if check.Needed != needed {
			t.Errorf("%d rows, threshold %v: got %d samples needed, want %d", n, threshold, check.Needed, needed)
		}
	}
	if len(verdicts) < 4 || verdicts[compare.Undecided] < 5 {
		t.Errorf("got %v, want some of each", verdicts)
	}
}
