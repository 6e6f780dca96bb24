package page

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/results"
)

// duration writes seconds with three digits, as 12.3 ms.
func duration(seconds float64) string {
	for _, u := range []struct {
		name string
		size float64
	}{{"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}} {
		if seconds >= 0.9995*u.size {
			return digits(seconds/u.size) + " " + u.name
		}
	}
	if seconds <= 0 {
		return "0 s"
	}
	return digits(seconds*1e9) + " ns"
}

// digits writes three digits, or all of what is before the point.
func digits(x float64) string {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	if x >= 1000 {
		return thousands(int64(math.Round(x)))
	}
	return strconv.FormatFloat(x, 'f', max(0, 2-int(math.Floor(math.Log10(x*1.0005)))), 64)
}

// thousands writes a whole number with commas.
func thousands(n int64) string {
	text, sign := strconv.FormatInt(n, 10), ""
	if n < 0 {
		text, sign = text[1:], "-"
	}
	for k := len(text) - 3; k > 0; k -= 3 {
		text = text[:k] + "," + text[k:]
	}
	return sign + text
}

// plural counts things: "1 family", "2 families".
func plural(n int, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case strings.HasSuffix(thing, "y"):
		return fmt.Sprintf("%s %sies", thousands(int64(n)), strings.TrimSuffix(thing, "y"))
	}
	return fmt.Sprintf("%s %ss", thousands(int64(n)), thing)
}

// statuses are what the status of a row means.
var statuses = []struct {
	Name cover.Status
	What string
}{
	{cover.Solved, "The search has seen the whole tree: all solutions are counted."},
	{cover.Limit, "A budget of nodes or updates was reached. Up to there the work is the same on every machine."},
	{cover.Timeout, "The time limit was reached. It counts as not solved, with twice the limit in PAR-2."},
	{results.Memout, "The process had more memory resident than it was allowed."},
	{results.Crash, "The solver died; the others on that instance were not harmed."},
	{results.Wrong, "The answer was refuted by a check that shares no code with the solver."},
	{cover.Unsupported, "The solver refused the problem."},
}

// look is the status if it is one of ours: it becomes a class of the style sheet. What is as it should be looks
// like all other text.
func look(s string) string {
	if s == string(cover.Solved) {
		return ""
	}
	for _, known := range statuses {
		if string(known.Name) == s {
			return s
		}
	}
	return "other"
}
