package compare

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/stats"
	"xcbench/results/compare"
)

// A difference as large as the threshold passes. Only a larger one has a verdict and a note.
func TestTimeAtTheThresholdPasses(t *testing.T) {
	base := compare.Cell{N: 8, Status: cover.Solved, Center: 2}
	differs := func(center float64) compare.Cell {
		return compare.Cell{N: 9, BaseN: 8, Status: cover.Solved, Center: center, Compared: true, Differs: true, P: 0.01}
	}
	timeout := compare.Cell{Status: cover.Timeout}
	samples := &Samples{8, 9, 0.01}
	for _, c := range []struct {
		now     compare.Cell
		stopped float64
		want    Finding
	}{
		{differs(3), 0, Finding{Changes: []Change{{Unit: Seconds, Old: 2, New: 3, Samples: samples}}}},
		{differs(3.1), 0, Finding{Verdict: Slower, Note: "more than 50.0%",
			Changes: []Change{{Unit: Seconds, Old: 2, New: 3.1, Samples: samples}}}},
		{differs(4. / 3), 0, Finding{Changes: []Change{{Unit: Seconds, Old: 2, New: 4. / 3, Samples: samples}}}},
		{differs(1.3), 0, Finding{Verdict: Faster, Note: "more than 50.0%",
			Changes: []Change{{Unit: Seconds, Old: 2, New: 1.3, Samples: samples}}}},
		{timeout, 3, Finding{Note: "timeout", Changes: []Change{{Unit: Seconds, Old: 2, New: 3}}}},
		{timeout, 3.1, Finding{Verdict: Slower, Note: "timeout", Changes: []Change{{Unit: Seconds, Old: 2, New: 3.1}}}},
	} {
		if c.want.Verdict == 0 {
			c.want.Verdict = Same
		}
		got := Finding{Verdict: Same}
		got.checkTime(Seconds, base, c.now, c.stopped, 0.5)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v, stopped after %v s: got %+v, want %+v", c.now, c.stopped, got, c.want)
		}
	}
}

// spread returns eight samples of each of some instances. Each instance takes longer by another factor.
func spread(solver string, factors ...float64) (rows []Row) {
	for k := range 8 {
		for n, factor := range factors {
			rows = append(rows, rowsOf(fmt.Sprint(n+1), solver, factor*float64(n+1)*(1+float64(k*(n+3)%8)/50))...)
		}
	}
	return rows
}

// groupFindings returns the findings on solvers and families, by solver or instances.
func groupFindings(check TimeCheck) map[Search]Finding {
	all := map[Search]Finding{}
	for _, f := range check.Findings {
		if f.Rows > 0 {
			all[f.Search] = f
		}
	}
	return all
}

// The intervals of three groups have a confidence of 1 - 0.05/3. A pair with a time of 0 is in no group.
func TestIntervalsOfGroupsAreCorrectedForTheirNumber(t *testing.T) {
	zero := append(rowsOf("3", "s", 0, 0, 0, 0, 0, 0, 0, 0), rowsOf("4", "s", 1, 1, 1, 1, 1, 1, 1, 1)...)
	zeroNow := append(rowsOf("3", "s", 1, 1, 1, 1, 1, 1, 1, 1), rowsOf("4", "s", 0, 0, 0, 0, 0, 0, 0, 0)...)
	before := map[string][]Row{"s": spread("s", 1, 1), "t": spread("t", 2, 2)}
	after := map[string][]Row{"s": spread("s", 1.3, 1.35), "t": spread("t", 1.4, 1.42)}
	base := slices.Concat(before["s"], before["t"], zero)
	now := slices.Concat(after["s"], after["t"], zeroNow)
	check, err := CheckTimes(Seconds, timed(t, "a", base), timed(t, "b", now), Threshold{Any: 0.1, Given: true, From: "as given"})
	if err != nil {
		t.Fatal(err)
	}
	got := groupFindings(check)
	m := stats.DefaultMethod
	m.Confidence = 1 - 0.05/3
	for _, c := range []struct {
		group   Search
		rows    int
		solvers []string
		verdict Verdict
		note    string
	}{
		{Search{"", "s"}, 2, []string{"s"}, Slower, "more than 10.0%"},
		{Search{"", "t"}, 2, []string{"t"}, Faster, "more than 10.0%"},
		{Search{"f/*", ""}, 4, []string{"s", "t"}, Same, ""},
	} {
		var pairs []stats.Pair
		old := 1.0
		for _, solver := range c.solvers {
			for _, inst := range []string{"1", "2"} {
				var p stats.Pair
				for k, r := range before[solver] {
					if r.Name == inst {
						p.Base, p.Other = append(p.Base, r.Search), append(p.Other, after[solver][k].Search)
					}
				}
				old *= math.Pow(stats.Median(p.Base), 1/float64(c.rows))
				pairs = append(pairs, p)
			}
		}
		ratio := m.PairedRatio(pairs, stats.FixedRows)
		f := got[c.group]
		if len(got) != 3 || f.Verdict != c.verdict || f.Note != c.note || f.Rows != c.rows || !f.Time || len(f.Changes) != 1 {
			t.Fatalf("%v: got %+v, want %s, note %q and %d rows", c.group, f, c.verdict, c.note, c.rows)
		}
		ch := f.Changes[0]
		for what, v := range map[string][2]float64{"old": {ch.Old, old}, "new": {ch.New, old * ratio.Value},
			"low": {ch.Interval.Low, ratio.Low}, "high": {ch.Interval.High, ratio.High}} {
			if math.Abs(v[0]/v[1]-1) > 1e-3 { // six digits of each time were written
				t.Errorf("%v, %s: got %v, want %v", c.group, what, v[0], v[1])
			}
		}
	}
	if want := "times: a row fails if the U test marks it and it exceeds 10.0%, as given; " +
		"a solver or a family if its whole interval exceeds 10.0%"; check.How != want {
		t.Errorf("got %q, want %q", check.How, want)
	}
}

// Repeated runs have no least threshold of 5%, so it depends on the size of the group.
func TestThresholdsOfGroupsAreARange(t *testing.T) {
	rows := slices.Concat(spread("s", 1, 1, 1, 1), spread("t", 2, 2))
	program := timed(t, "a", rows, rows)
	check, err := CheckTimes(Seconds, program, program, Threshold{Any: 0.06, From: "as given"})
	if err != nil || !strings.HasSuffix(check.How, "; a solver or a family if its whole interval exceeds 2.4% to 4.2%") {
		t.Errorf("got %q, %v, want 6%% divided by the roots of 6 and of 2", check.How, err)
	}
	alone, err := CheckTimes(Seconds, timed(t, "a", spread("s", 1)), timed(t, "b", spread("s", 1)),
		Threshold{Any: 0.06, Own: map[string]float64{"s": 0.01, "t": 0.07}, From: "as measured"})
	if want := "times: a row fails if the U test marks it and it exceeds s 5.0%; t 7.0%, as measured"; err != nil || alone.How != want {
		t.Errorf("single runs: got %q, %v, want %q", alone.How, err, want)
	}
}

func TestUnitThatTheKernelDoesNotCountIsExplained(t *testing.T) {
	a := timed(t, "baseline", []Row{solved("1", "s", 1)})
	for unit, explained := range map[string]bool{CPUSeconds: true, Instructions: true, Allocs: false} {
		_, err := CheckTimes(unit, a, a, Threshold{})
		if err == nil || strings.Contains(err.Error(), "the kernel of the machine gave none") != explained {
			t.Errorf("%s: got %v, want the kernel named: %v", unit, err, explained)
		}
	}
}

func TestVerdictOnAGroupNeedsItsWholeInterval(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      Verdict
	}{
		{1.25, 3, Same}, {1.26, 3, Slower}, {0.5, 0.8, Same}, {0.5, 0.79, Faster}, {1, 1.5, Same}, {1, 1.51, Undecided},
		{1.01, 1.6, Same}, {0, 9, Undecided},
	} {
		if got := groupVerdict(stats.Ratio{Low: c.low, High: c.high}, 0.25, 0.5); got != c.want {
			t.Errorf("interval %v to %v: got %s, want %s", c.low, c.high, got, c.want)
		}
	}
	for _, c := range []struct {
		rows            int
		threshold, want float64
	}{{100, 0.01, 0.1}, {16, 0.01, 0.125}, {1, 0.01, 0.5}, {100, 0.2, 0.4}} {
		if got := visibleChange(c.rows, c.threshold); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d rows, threshold %v: got %v, want %v", c.rows, c.threshold, got, c.want)
		}
	}
}

// Two samples have no interval, so solvers are undecided. Families are too small to be.
func TestFamiliesAreNeverUndecided(t *testing.T) {
	program := timed(t, "a", append(rowsOf("1", "s", 1, 1), rowsOf("2", "s", 1, 1)...))
	check, err := CheckTimes(Seconds, program, program, Threshold{Any: 0.05, From: "as given"})
	got := groupFindings(check)
	if s, f := got[Search{"", "s"}].Verdict, got[Search{"f/*", ""}].Verdict; err != nil || s != Undecided || f != Same {
		t.Errorf("got %s for the solver and %s for the family, %v, want undecided and same", s, f, err)
	}
}

// The number of samples grows with the square of the interval's width, relative to half of the
// change's width.
func TestSamplesNeededGrowWithTheInterval(t *testing.T) {
	sides := func(n int) []float64 { return make([]float64, n) }
	pairs := []stats.Pair{{Base: sides(9), Other: sides(5)}, {Base: sides(6), Other: sides(7)}}
	for _, c := range []struct {
		low, high float64
		want      int
	}{
		{0, math.Inf(1), 6}, {1, 1.21, 6}, {1, 1.1, 6}, {1 / 1.21, 1.21, 20}, {1, math.Pow(1.1, 6), 45}, {1, 1.23, 6},
	} {
		r := stats.Ratio{Value: 1, Low: c.low, High: c.high * (1 - 1e-12)}
		if got := samplesToSee(r, 0.1, pairs); got != c.want {
			t.Errorf("interval %v to %v: got %d samples, want %d", c.low, c.high, got, c.want)
		}
	}
}

func TestRunsAreRepeatedIfTheyHaveASearchInCommon(t *testing.T) {
	a, b := solved("1", "a", 1), solved("1", "b", 1)
	for _, c := range []struct {
		runs []*Rows
		want bool
	}{
		{[]*Rows{RowsOf([]Row{a, a, b})}, false}, {[]*Rows{RowsOf([]Row{a, a}), RowsOf([]Row{b, b})}, false}, {[]*Rows{RowsOf([]Row{b}), RowsOf([]Row{a}), RowsOf([]Row{b})}, true}, {nil, false},
	} {
		if got := (Timed{Rows: c.runs}).repeated(); got != c.want {
			t.Errorf("%v: got repeated %v, want %v", c.runs, got, c.want)
		}
	}
}

// The medians are equal, though nearly all values of one half are greater.
func TestEqualMediansAreNoAlarm(t *testing.T) {
	var rows []Row
	for k := range 10 {
		least := []float64{1, 1, 1, 1, 3, 3, 3, 3, 3, 3}[k]
		most := []float64{3, 3, 3, 3, 3, 3, 5, 5, 5, 5}[k]
		rows = append(rows, rowsOf("1", "s", least, most)...)
	}
	for _, n := range MeasureNoise(Seconds, []*Rows{RowsOf(rowsOf("1", "s", 1, 2, 3, 4, 5, 6, 7, 8))}) {
		if n.Alarms != 0 || n.Most == 0 {
			t.Errorf("got %+v, want a difference and no alarm", n)
		}
	}
	for _, n := range MeasureNoise(Seconds, []*Rows{RowsOf(rows)}) {
		if n.Alarms != 0 || n.Most != 0 {
			t.Errorf("got %+v, want no difference and no alarm", n)
		}
	}
}

// Both halves need four samples: seven samples are too few.
func TestNoiseNeedsEightSamples(t *testing.T) {
	for n, want := range map[int]int{7: 0, 8: 2} {
		if got := MeasureNoise(Seconds, []*Rows{RowsOf(rowsOf("1", "s", []float64{1, 2, 3, 4, 5, 6, 7, 8}[:n]...))}); len(got) != want {
			t.Errorf("%d samples: got %+v, want %d elements", n, got, want)
		}
	}
}
