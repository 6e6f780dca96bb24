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

// The threshold of a group shrinks with the root of its rows, but what shifts all times together
// does not average out. With a single run on either side nobody knows how much runs differ, so no
// threshold is below 5%. Shards of one run are a single run.
func TestThresholdsOfRowsAndGroups(t *testing.T) {
	all := func(n int) *compare.Groups { return timed(rows(equal("s", n, 3, 1)), rows(equal("s", n, 3, 1))) }
	one := func() *compare.Groups { return timed(rows(equal("s", 9, 6, 1))) }
	shards := func() *compare.Groups { return timed(rows(equal("s", 9, 6, 1)), rows("20 s: 1 1 1", "21 t: 1 1 1")) }
	apart := timed(rows("2 s: 1"), rows("1 s: 1 1 1 1 1 1 1 1"), rows("1 s: 1")) // the last two have a search in common
	own := map[string]float64{"s": 0.30}
	for _, c := range []struct {
		threshold compare.Threshold
		old, now  *compare.Groups
		want      string
	}{
		{compare.Threshold{Any: 0.10}, all(25), all(25), "10.0%, ; a solver or a family if its whole interval exceeds 2.0%"},
		{compare.Threshold{Any: 0.10}, all(4), all(4), "10.0%, ; a solver or a family if its whole interval exceeds 5.0%"},
		{compare.Threshold{Any: 0.10, Own: own}, all(9), all(9),
			"30.0%, ; a solver or a family if its whole interval exceeds 3.3% to 10.0%"},
		{compare.Threshold{Any: 0.10, Shift: 0.04}, all(25), all(25),
			"10.0%, ; a solver or a family if its whole interval exceeds 8.0%"},
		{compare.Threshold{Any: 0.01, Shift: 0.04, Given: true, From: "as given"}, one(), one(),
			"1.0%, as given, with an allowance of 5.0% for the drift of the machine; a solver or a family if its whole interval exceeds 1.0%"},
		{compare.Threshold{Any: 0.03}, all(9), all(9), "3.0%, ; a solver or a family if its whole interval exceeds 2.0%"},
		{compare.Threshold{Any: 0.03}, one(), all(9), "3.0%, , with an allowance of 5.0% for the drift of the machine; a solver or a family if its whole interval exceeds 2.0%"},
		{compare.Threshold{Any: 0.03}, all(9), one(), "3.0%, , with an allowance of 5.0% for the drift of the machine; a solver or a family if its whole interval exceeds 2.0%"},
		{compare.Threshold{Any: 0.03, Own: map[string]float64{"s": 0.01, "t": 0.07}}, one(), one(),
			"s 1.0%; t 7.0%, , with an allowance of 5.0% for the drift of the machine; a solver or a family if its whole interval exceeds 2.0%"},
		{compare.Threshold{Any: 0.03}, shards(), shards(), "3.0%, , with an allowance of 5.0% for the drift of the machine; a solver or a family if its whole interval exceeds 2.0%"},
		{compare.Threshold{Any: 0.03}, apart, apart, "3.0%, ; a solver or a family if its whole interval exceeds 2.1%"},
		{compare.Threshold{Any: 0.03}, all(1), all(1), "3.0%, "}, // a group of one is a row
	} {
		before := fmt.Sprint(c.threshold.Own)
		got := checkTimes(t, results.Seconds, c.old, c.now, c.threshold)
		same(t, fmt.Sprintf("%+v", c.threshold), strings.TrimPrefix(got.How,
			"times: a row fails if the U test marks it and it exceeds "), c.want)
		same(t, "the caller's thresholds", fmt.Sprint(c.threshold.Own), before)
	}
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
