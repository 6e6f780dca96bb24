package compare

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/internal/stats"
	"xcbench/results"
)

// TimeUnits are the units of times that a gate can compare. Other work on the machine moves wall time
// more than the processor's time, and instructions least.
var TimeUnits = []string{results.Seconds, results.TotalSeconds, results.CPUSeconds, results.Instructions}

// TimeCheck is the comparison of times.
type TimeCheck struct {
	Findings []Finding // on solvers and families, and then on searches; each from worst to best
	Drift    float64   // of the machine, as a factor that each interval allows for
	Machines []string  // if there are several; times are compared within a machine only
}

// CheckTimes compares the search times of a program with a baseline, in a unit of [TimeUnits]. A
// search is slower or faster if a Mann-Whitney U test marks the difference, corrected for the
// number of searches, and the difference exceeds the threshold. A search that has lost its time is
// slower too, unless a time limit stopped it at about its time before, or on a busy machine. A solver, or
// a family over all solvers, is slower or faster if one of its searches is marked, and the whole interval of its mean
// ratio exceeds the threshold.
//
// The check is undecided if no single search could be marked with so few samples, or if the
// interval of a solver is too wide. Times of different machines are not compared. It is an error if
// there is nothing to compare.
func CheckTimes(unit string, baseline, now *Groups, threshold Threshold) (c TimeCheck, err error) {
	t := baseline.against(now, results.UnitNamed(unit))
	rule := timeRule{threshold, t.unit, max(1, t.Verdicts[1].Drift), now.Units.GetBetter(unit) > 0}
	of, common := map[results.Search][]Row{}, false // of solvers, and of families
	var rows []Finding
	for _, row := range t.Rows {
		from, to := row.Cells[0].from, row.Cells[1]
		rows = append(rows, rule.check(row.Cells[0], to))
		common = common || to.Has() && together(from, to.from)
		if !to.Compared || min(row.searches[0][0].values[0], row.searches[0][1].values[0]) <= 0 {
			continue
		}
		for k, name := range []results.Search{{Solver: from.Solver}, {InstanceID: strings.TrimPrefix(from.family+"/*", "/")}} {
			if _, given := threshold.Given[from.Solver]; k == 0 || !given { // or the family would fail by the threshold of others
				of[name] = append(of[name], row)
			}
		}
	}
	if !common {
		return c, fmt.Errorf("%s and %s have no values in %s in common: not the same searches, "+
			"not the same machine, or a counter that the kernel does not give (virtual machines often have none, and "+
			"kernel.perf_event_paranoid may deny it)", baseline.Label, now.Label, unit)
	}
	groups := rule.checkGroups(of)
	if t.shortOf() > 0 {
		groups = append(groups, Finding{Verdict: Undecided, Time: true, Rows: len(rows),
			Note: "too few samples to mark a row by itself among " + english.Count(len(rows), "row")})
	}
	sortFindings(groups)
	sortFindings(rows)
	machines := results.DistinctMachines(slices.Concat(baseline.rows.Machines(), now.rows.Machines()))
	return TimeCheck{append(groups, rows...), rule.drift, machines}, nil
}

// against returns a table of the searches of two programs, with a row for each. Searches without a value are left out.
func (g *Groups) against(now *Groups, u results.Unit) Table {
	t := newTable(u, stats.DefaultMethod, g.Label, now.Label)
	t.whole, t.drifts = true, true
	others := map[results.Search]*Group{}
	for _, one := range now.all {
		others[one.Search] = one
	}
	var all []*Group
	for _, one := range g.all {
		if values, _, _ := one.values(u); values == nil || !results.Valued(one.status) {
			continue
		}
		old, other := *one, *cmp.Or(others[one.Search], &Group{in: now})
		old.row, old.col, other.row, other.col = len(all), 0, len(all), 1
		all = append(all, &old, &other)
	}
	t.fill(all)
	return t
}

// timeRule says when times differ.
type timeRule struct {
	Threshold
	unit   results.Unit
	drift  float64 // of the machine, as a factor
	higher bool    // a higher value is better
}

// judge gives a finding its verdict by the ratio of a new value to the old, if the whole ratio exceeds a threshold.
// It returns the ratio by which the new value is worse.
func (t timeRule) judge(f *Finding, r stats.Ratio, threshold float64) stats.Ratio {
	if t.higher {
		r = stats.Ratio{Value: 1 / r.Value, Low: 1 / r.High, High: 1 / r.Low}
	}
	switch f.Note = fmt.Sprintf("more than %.1f%%", 100*threshold); {
	case r.Low > 1+threshold:
		f.Verdict = Slower
	case r.High < 1/(1+threshold):
		f.Verdict = Faster
	default:
		f.Verdict, f.Note = Same, ""
	}
	return r
}

// check returns the finding on a search, from the cells that compare it.
func (t timeRule) check(old, now Cell) Finding {
	f, c := Finding{Search: old.from.Search, Verdict: Missing, Time: true}, Change{Unit: t.unit.Name, Old: old.Center}
	switch {
	case !now.Has():
		f.Note = "not in the run"
	case !together(old.from, now.from):
		f.Note = "measured on another machine, or on several"
	case now.Status == results.Killed:
		f.Note = string(now.Status)
	case now.Differs:
		c.New, c.Samples, c.P = now.Center, [2]int{old.N, now.N}, now.P
		t.judge(&f, stats.Ratio{Value: now.Value, Low: now.Value, High: now.Value}, t.of(f.Solver, 1))
	case now.Measured():
		f.Verdict = Same
		return f
	default:
		f.Verdict, f.Note = Slower, string(now.Status)
		if now.Status == cover.Timeout {
			t.excuse(&f, now.from, old.Center*t.drift*(1+t.of(f.Solver, 1)))
		}
		return f
	}
	f.Changes = []Change{c}
	return f
}

// excuse judges a search that a time limit stopped. It is the same if its time may have been as before, apart from the
// drift and the threshold. It is undecided if other processes had the processor for more than half of its time.
func (t timeRule) excuse(f *Finding, stopped *Group, most float64) {
	longest, stalled := 0., true
	for _, row := range stopped.samples() {
		if !row.Measured() {
			x, ok := t.unit.Of(row)
			if !ok {
				x = row.Search
			}
			cpu, known := row.Costs.Of(results.CPUSeconds)
			longest, stalled = max(longest, x), stalled && known && cpu < row.Search/2
		}
	}
	switch {
	case stalled:
		f.Verdict, f.Note = Undecided, "timeout, but other processes had the processor for most of its time"
	case longest <= most:
		f.Verdict = Same
	}
}

// The samples must be able to show a change of a solver by visible, or else they decide nothing. On
// few instances it is visibleRow divided by the root of their number.
const (
	visible    = 0.10
	visibleRow = 0.50
)

// checkGroups gives each solver and each family its verdict, from the interval of the geometric mean
// of its ratios, which the drift of the machine makes wider. Without a sign of drift, the allowance is less
// than a change that should be visible. Bonferroni's correction widens the intervals: the chance of any wrong
// interval is alpha. A group is slower if its whole interval exceeds the threshold. It is undecided if none of its rows
// is marked: a load that all rows share moves them together. A solver is undecided, too, if its interval has both 1
// and a change that should be visible; families are too small for that. A group of one is a row.
func (t timeRule) checkGroups(of map[results.Search][]Row) (groups []Finding) {
	maps.DeleteFunc(of, func(_ results.Search, rows []Row) bool { return len(rows) == 1 })
	m := stats.DefaultMethod
	m.Confidence = 1 - m.Alpha/float64(len(of))
	for _, name := range slices.SortedFunc(maps.Keys(of), results.Search.Compare) {
		var pairs []stats.Pair
		var old stats.GeoMean
		shown := false
		for _, row := range of[name] {
			both := row.searches[0]
			pairs, shown = append(pairs, stats.Pair{Base: both[0].values, Other: both[1].values}), shown || row.Cells[1].Differs
			old.Add(both[0].Center)
		}
		threshold := t.of(name.Solver, len(pairs))
		f, r := Finding{Search: name, Time: true, Rows: len(pairs)}, m.FixedRatio(pairs).Allow(t.drift)
		least := max(visible, visibleRow/math.Sqrt(float64(len(pairs))), 2*threshold) // the least change that must be visible
		worse := t.judge(&f, r, threshold)
		wide := worse.Low <= 1 && worse.High > (1+least)*min(t.drift, 1+stats.SingleRun)
		if wide && name.Solver != "" || f.Verdict != Same && !shown {
			f.Verdict = Undecided
		}
		f.Changes = []Change{{Unit: t.unit.Name, Old: old.Mean(), New: old.Mean() * r.Value, Interval: r}}
		groups = append(groups, f)
	}
	return groups
}
