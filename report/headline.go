package report

import (
	"fmt"
	"strings"

	"xcbench/compare"
	"xcbench/internal/english"
	"xcbench/internal/stats"
	"xcbench/results"
)

// headlines returns a sentence for each column of a table of times: how it compares with the base
// over all rows.
func headlines(c compare.Table) []string {
	if c.Exact || !strings.HasSuffix(c.Unit, "sec/op") {
		return nil
	}
	var all []string
	most := 0.0
	for k, v := range c.Verdicts {
		if v.Value > 0 {
			all = append(all, claim(c, k, compare.Verdict{}))
		}
		most = max(most, v.Drift)
	}
	if most > 0 { // the columns were not measured in turns
		all = append(all, fmt.Sprintf("intervals allow for %.1f%% of drift between runs; 'xcbench ab' measures in turns", 100*(most-1)))
	}
	return all
}

// claim says how the times of a column compare with the base: "bitset is 4.0 times as fast as dlx_index in search
// time (3.4 to 4.7, over 12 families (34 of 39 instances): faster on 30, slower on 2)". The ratio of total
// times follows if it is given and outside of the interval.
func claim(c compare.Table, k int, total compare.Verdict) string {
	v, column, base, in := c.Verdicts[k], columnName(c, k), columnName(c, 0), ""
	if c.Searches {
		in = " in " + results.UnitNamed(c.Unit).Word
	}
	rows := over(v, choose(c.Solvers, "instance", "row"))
	if !v.Blind {
		rows += fmt.Sprintf(": faster on %d, slower on %d", v.Less, v.More)
	}
	text, interval := times(v.Ratio)
	switch {
	case !v.Decided() && v.Low == 0:
		return fmt.Sprintf("too few samples to compare %s with %s%s (%s)", column, base, in, rows)
	case !v.Decided() || !v.Shown():
		text = fmt.Sprintf("no difference between %s and %s shown%s%s (%.2f to %.2f times, %s)", column, base,
			choose(v.Decided(), " by any row", ""), in, v.Low, v.High, rows)
	default:
		text = fmt.Sprintf("%s %s %s as %s%s (%s, %s)", column, choose(v.Value < 1, "is", "takes"), text, base, in, interval, rows)
	}
	switch in, interval := times(total.Ratio); {
	case total.Value == 0 || total.Value >= v.Low && total.Value <= v.High:
	case !total.Decided() || !total.Shown():
		text += fmt.Sprintf("; no difference shown%s in total time (%.2f to %.2f times)", choose(total.Decided(), " by any row", ""), total.Low, total.High)
	default:
		text += "; in total time " + in + " (" + interval + ")"
	}
	return text
}

// manyFamilies is the smallest number of families that are not called few.
const manyFamilies = 10

// over says what a mean is over: each family has a vote, unless there are too few to stand for others.
func over(v compare.Verdict, noun string) string {
	lacking := v.BaseOnly + v.OtherOnly // a time on one side
	rows := english.Count(v.Rows+lacking, noun)
	if lacking > 0 {
		rows = fmt.Sprintf("%d of %s", v.Rows, rows)
	}
	switch {
	case v.Families == 0: // rows of another program
		return rows
	case v.Families < stats.LeastFamilies:
		return "for " + rows + " only"
	}
	return fmt.Sprintf("over %s (%s)", families(v.Families), rows)
}

// families writes a number of families.
func families(n int) string {
	return fmt.Sprintf("%d families", n) + choose(n < manyFamilies, ", which are few", "")
}

// legend explains the intervals and the marks of a table, if it has any.
func legend(c compare.Table) []string {
	if c.Comparisons == 0 {
		return nil
	}
	correction, n := "", fmt.Sprint(c.Fewest)
	if c.Comparisons > 1 && c.Correction != stats.NoCorrection {
		correction = fmt.Sprintf(" (%v, %d comparisons)", c.Correction, c.Comparisons)
	}
	if c.Most > c.Fewest {
		n += fmt.Sprintf(" to %d", c.Most)
	}
	return []string{fmt.Sprintf("marks: * p < %v%s, ~ no difference shown; %v%% intervals; n=%s", c.Alpha, correction, 100*c.Confidence, n)}
}
