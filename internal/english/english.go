// Package english writes numbers, durations and counted nouns as English text for people.
package english

import (
	"math"
	"strconv"
	"strings"
)

// Thousands writes a whole number with commas: "1,234,567".
func Thousands(n int64) string { return ThousandsOf(strconv.FormatInt(n, 10)) }

// ThousandsOf is [Thousands] for a number of any size, given in decimal.
func ThousandsOf(text string) string {
	sign := ""
	if strings.HasPrefix(text, "-") {
		text, sign = text[1:], "-"
	}
	for k := len(text) - 3; k > 0; k -= 3 {
		text = text[:k] + "," + text[k:]
	}
	return sign + text
}

// Whole writes a number rounded to a whole one with commas, or with three digits and an exponent if
// it is too large for that.
func Whole(x float64) string {
	if x >= 1e15 {
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	return Thousands(int64(math.Round(x)))
}

// Count writes a number of things: "1 entry", "1234 entries".
func Count(n int, noun string) string { return strconv.Itoa(n) + " " + plural(strconv.Itoa(n), noun) }

// GroupedCount is [Count] with commas in the number: "1,234 entries".
func GroupedCount[N int | int64](n N, noun string) string {
	return GroupedCountOf(strconv.FormatInt(int64(n), 10), noun)
}

// GroupedCountOf is [GroupedCount] for a number of any size, given in decimal.
func GroupedCountOf(n, noun string) string { return ThousandsOf(n) + " " + plural(n, noun) }

// List writes "a, b and c".
func List(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// ShortList is [List] for the first names only: "a, b and 3 more".
func ShortList(names []string, most int) string {
	if len(names) <= most {
		return List(names)
	}
	return strings.Join(names[:most], ", ") + " and " + strconv.Itoa(len(names)-most) + " more"
}

func plural(n, noun string) string {
	switch {
	case n == "1":
		return noun
	case strings.HasSuffix(noun, "y"):
		return strings.TrimSuffix(noun, "y") + "ies"
	case strings.HasSuffix(noun, "sh"), strings.HasSuffix(noun, "ch"):
		return noun + "es"
	}
	return noun + "s"
}

// units are the units of durations, in seconds.
var units = []struct {
	name string
	size float64
}{{"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}, {"ns", 1e-9}}

// Duration writes seconds with exactly three digits, so that the values of a column are easy to
// compare: "12.0 ms".
func Duration(seconds float64) string {
	if seconds <= 0 {
		return "0 s"
	}
	return inUnit(seconds, ThreeDigits)
}

// ShortDuration writes seconds with at most three digits, for the labels of a plot: "12 ms".
func ShortDuration(seconds float64) string {
	return inUnit(seconds, func(x float64) string {
		if x >= 999.5 {
			return Whole(x)
		}
		return strconv.FormatFloat(x, 'g', 3, 64)
	})
}

// inUnit writes seconds in the largest unit that is not longer than they are.
func inUnit(seconds float64, digits func(float64) string) string {
	for _, u := range units {
		if seconds >= 0.9995*u.size || u.name == "ns" {
			return digits(seconds/u.size) + " " + u.name
		}
	}
	return ""
}

// Factor writes a ratio above 0 as a factor: "×4.31", "×1,170".
func Factor(x float64) string { return "×" + ThreeDigits(x) }

// ThreeDigits writes a number from 0 on with three digits, or with all digits before the point if
// there are more: "0.0123", "12.3", "12,345".
func ThreeDigits(x float64) string {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	if x >= 999.5 {
		return Whole(x)
	}
	return strconv.FormatFloat(x, 'f', max(0, 2-int(math.Floor(math.Log10(x*1.0005)))), 64)
}
