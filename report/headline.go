package report

import (
	"fmt"
	"slices"
	"strconv"
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
	most, single := 0.0, false
	for k, v := range c.Verdicts {
		if v.Value > 0 {
			all = append(all, claimOf(c, k).sentence(counts(c.Columns[0], c.Columns[k], v, c.Solvers)))
		}
		most, single = max(most, v.Drift), single || v.Single
	}
	switch percent := fmt.Sprintf("%.1f%%", 100*(most-1)); { // the columns were not measured in turns
	case single:
		all = append(all, "a single run does not show how much the machine drifts between runs: intervals allow for "+percent+
			", and 'xcbench ab' measures both sides in turns")
	case most > 0:
		all = append(all, "intervals allow for "+percent+" of drift, as between the runs of one side")
	}
	return all
}

// anyTime is what times of other programs are called.
const anyTime = "time"

// claim compares the times of a column with the base.
type claim struct {
	column, base string
	word         string // of the times
	v            compare.Verdict
}

// claimOf returns the claim about a column of a table.
func claimOf(c compare.Table, k int) claim {
	word := anyTime
	if u, ok := results.FindUnit(c.Unit); ok && c.Searches {
		word = u.Word
	}
	return claim{columnName(c, k), columnName(c, 0), word, c.Verdicts[k]}
}

// sentence is the claim: "bitset is 4.0 times as fast as dlx_index in search time (3.4 to 4.7, these 39
// instances only)". The rows tell what was compared.
func (c claim) sentence(rows string) string {
	pair := fmt.Sprintf("between %s and %s", c.column, c.base)
	span := fmt.Sprintf("%.2f to %.2f times, %s", c.v.Low, c.v.High, rows)
	switch {
	case !c.v.Decided() && c.v.Low == 0:
		return fmt.Sprintf("too few samples to compare the %s of %s with %s (%s)", c.word, c.column, c.base, rows)
	case !c.v.Decided():
		return fmt.Sprintf("no difference in %s shown %s (%s)", c.word, pair, span)
	case !c.v.Shown():
		return fmt.Sprintf("no single row shows a difference in %s %s (all together %s)", c.word, pair, span)
	}
	f, text, in := factorOf(c.v.Ratio), "%s takes %s times as long as %s%s (%s, %s)", " in "+c.word
	if f.less {
		text = "%s is %s times as fast as %s%s (%s, %s)"
	}
	if c.word == anyTime {
		in = ""
	}
	return fmt.Sprintf(text, c.column, f.x, c.base, in, f.interval(), rows)
}

// short is sentence without the rows on which a column is faster or slower. It fits a line or two of a
// terminal: "bitset is 4.0 times as fast as dlx_index in search time (3.4 to 4.7, over 12 families (34 of 39
// instances))".
// The instances that count have a time of both. If set-up matters, the total time follows: if its ratio
// is outside of the interval. There is no verdict on the total time where it is ranked itself.
func (c claim) short(total compare.Verdict) string {
	rows := english.Count(c.v.Rows, "instance")
	if all := c.v.Rows + c.v.BaseOnly + c.v.OtherOnly; all > c.v.Rows {
		rows = fmt.Sprintf("%d of %s", c.v.Rows, english.Count(all, "instance"))
	}
	if c.v.Families >= stats.LeastFamilies { // or else a note says once that there are few
		rows = over(c.v, rows)
	}
	text := c.sentence(rows)
	switch {
	case total.Value == 0 || total.Value >= c.v.Low && total.Value <= c.v.High:
		return text
	case !total.Decided() || !total.Shown():
		return text + fmt.Sprintf("; no difference in total time shown (%.2f to %.2f times)", total.Low, total.High)
	}
	f := factorOf(total.Ratio)
	text += fmt.Sprintf("; in total time %s times as %s (%s", f.x, map[bool]string{true: "fast", false: "long"}[f.less], f.interval())
	if min(total.Less, total.More) > 0 {
		text += fmt.Sprintf(", faster on %d, slower on %d", total.Less, total.More)
	}
	return text + ")"
}

// manyFamilies is the smallest number of families that are not called few.
const manyFamilies = 10

// over says what a mean is over: each family has a vote, unless there are too few to stand for others.
func over(v compare.Verdict, rows string) string {
	switch {
	case v.Families == 0: // rows of another program
		return rows
	case v.Families < stats.LeastFamilies && v.Rows == 1:
		return "this " + strings.TrimPrefix(rows, "1 ") + " only"
	case v.Families < stats.LeastFamilies:
		return "these " + rows + " only"
	}
	return fmt.Sprintf("over %s (%s)", families(v.Families), rows)
}

// families writes a number of families.
func families(n int) string {
	if n < manyFamilies {
		return fmt.Sprintf("%d families, which are few", n)
	}
	return fmt.Sprintf("%d families", n)
}

// counts says on how many rows a column is faster and slower, and how many rows are left out.
func counts(base, column string, v compare.Verdict, solvers bool) string {
	noun := map[bool]string{false: "row", true: "instance"}[solvers]
	text, before := over(v, english.Count(v.Rows, noun)), ": "
	add := func(n int, what string) {
		if n > 0 {
			text += fmt.Sprintf("%s%s %d", before, what, n)
			before = ", "
		}
	}
	add(v.Less, "faster on")
	add(v.More, "slower on")
	if v.Blind {
		text += before + "too few samples to mark single ones"
	} else {
		add(v.Rows-v.Less-v.More, "no difference shown on")
	}
	if v.BaseOnly > 0 {
		text += fmt.Sprintf("; %d more without a time of %s", v.BaseOnly, column)
	}
	if v.OtherOnly > 0 {
		text += fmt.Sprintf("; %d more without a time of %s", v.OtherOnly, base)
	}
	return text
}

// legend explains the intervals and the marks of a table.
func legend(c compare.Table) string {
	if c.Comparisons == 0 || blind(c) {
		return ""
	}
	correction := ""
	if c.Comparisons > 1 && c.Correction != stats.NoCorrection {
		correction = fmt.Sprintf(" (%v, %d comparisons)", c.Correction, c.Comparisons)
	}
	n := strconv.Itoa(c.Fewest)
	if c.Most > c.Fewest {
		n += " to " + strconv.Itoa(c.Most)
	}
	return fmt.Sprintf("marks: * p < %v%s, ~ no difference shown; %v%% intervals; n=%s",
		c.Alpha, correction, 100*c.Confidence, n)
}

// blind reports whether no column of a table has samples enough to mark a row.
func blind(c compare.Table) bool {
	return len(c.Verdicts) > 1 && !slices.ContainsFunc(c.Verdicts[1:], func(v compare.Verdict) bool { return !v.Blind && v.Rows > 0 })
}
