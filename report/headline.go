package report

import (
	"fmt"
	"strconv"
	"strings"

	"xcbench/internal/english"
	"xcbench/internal/stats"
	"xcbench/results/compare"
)

// headlines returns a sentence for each column of a table of times: how it compares with the base
// over all rows.
func headlines(c compare.Table) []string {
	if c.Exact || !strings.HasSuffix(c.Unit, "sec/op") {
		return nil
	}
	var all []string
	for k, v := range c.Verdicts {
		if v.Value > 0 {
			all = append(all, headline(c.Columns[k], c.Columns[0], v, c.Solvers))
		}
	}
	return all
}

// asFactor is the smallest ratio of times that is given as a factor. Smaller ratios are percentages.
const asFactor = 1.5

// headline compares the times of a column with the base in a sentence: "bitset is 4.0 times as fast
// as dlx_index (3.4 to 4.7, 39 instances: faster on 38, slower on 1)".
func headline(column, base string, v compare.Verdict, solvers bool) string {
	return sentence(column, base, v, counts(base, column, v, solvers))
}

// shortHeadline is headline without the instances on which a column is faster or slower. It fits a
// line or two of a terminal: "bitset is 4.0 times as fast as dlx_index (3.4 to 4.7, 34 of 39
// instances)". The instances that count have a time of both.
func shortHeadline(column, base string, v compare.Verdict) string {
	rows := english.Count(v.Rows, "instance")
	if all := v.Rows + v.BaseOnly + v.OtherOnly; all > v.Rows {
		rows = fmt.Sprintf("%d of %s", v.Rows, english.Count(all, "instance"))
	}
	return sentence(column, base, v, rows)
}

// sentence compares the times of a column with the base. The rows tell what was compared.
func sentence(column, base string, v compare.Verdict, rows string) string {
	text, unit := "", ""
	x, low, high := v.Value, v.Low, v.High
	switch {
	case !v.Decided() && v.Low == 0:
		return fmt.Sprintf("too few samples to compare %s with %s (%s)", column, base, rows)
	case !v.Decided():
		return fmt.Sprintf("no difference shown between %s and %s (%.2f to %.2f times the time, %s)",
			column, base, low, high, rows)
	case x <= 1/asFactor:
		text, x, low, high = "%s is %s times as fast as %s", 1/x, 1/high, 1/low
	case x >= asFactor:
		text = "%s takes %s times as long as %s"
	case x < 1:
		text, unit, x, low, high = "%s takes %s less time than %s", "%", 100*(1-x), 100*(1-high), 100*(1-low)
	default:
		text, unit, x, low, high = "%s takes %s more time than %s", "%", 100*(x-1), 100*(low-1), 100*(high-1)
	}
	digits := 1 // so many that the interval can be read
	switch {
	case high-low < 0.2 || low < 0.1:
		digits = 2
	case low >= 100:
		digits = 0
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', digits, 64) + unit }
	text = fmt.Sprintf(text, column, number(x), base)
	return fmt.Sprintf("%s (%s to %s, %s)", text, number(low), number(high), rows)
}

// counts says on how many rows a column is faster and slower, and how many rows are left out.
func counts(base, column string, v compare.Verdict, solvers bool) string {
	noun := "row"
	if solvers {
		noun = "instance"
	}
	var parts []string
	add := func(n int, text string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", text, n))
		}
	}
	add(v.Less, "faster on")
	add(v.More, "slower on")
	add(v.Rows-v.Less-v.More, "no difference shown on")
	text := english.Count(v.Rows, noun) + ": " + strings.Join(parts, ", ")
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
	if c.Comparisons == 0 {
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
