package report

import (
	"math"
	"strconv"
	"strings"

	"xcbench/internal/english"
	"xcbench/internal/stats"
)

// factor writes a ratio above 0 as people read it: a number from 1 on, in one of two directions, of which values below
// 1 have the first. Its interval has the same direction and as many digits, and is "" if it is unknown.
func factor(r stats.Ratio) (x, interval string) {
	value, low, high := r.Value, r.Low, r.High
	if value < 1 {
		value, low, high = 1/value, 1/high, 1/low
	}
	x = english.ThreeDigits(value)
	if r.Low <= 0 || math.IsInf(r.High, 1) {
		return x, ""
	}
	_, decimals, _ := strings.Cut(x, ".")
	digits := len(decimals)
	if width := high - low; width > 0 {
		shown := -int(math.Floor(math.Log10(width)))
		digits = min(digits, max(1, 1+shown)) // no more than the interval has
		if value < 1.05 {
			digits = min(4, max(digits, shown)) // so many that the difference from 1 can be read
		}
	}
	number := func(x float64) string {
		if x >= 999.5 {
			return english.Whole(x)
		}
		return strconv.FormatFloat(x, 'f', digits, 64)
	}
	return number(value), number(low) + " to " + number(high)
}

// times writes a ratio of times in words, and its interval.
func times(r stats.Ratio) (text, interval string) {
	text, interval = factor(r)
	return text + " times as " + choose(r.Value < 1, "fast", "long"), interval
}

// ratioText writes a ratio of values in a unit for a table, with its interval: "11.8× faster (6.8 to 19.1)".
func ratioText(unit string, r stats.Ratio) string {
	word := choose(r.Value < 1, "less", "more")
	if strings.HasSuffix(unit, "sec/op") {
		word = choose(r.Value < 1, "faster", "slower")
	}
	x, interval := factor(r)
	text := x + "× " + word
	switch {
	case interval != "":
		text += " (" + interval + ")"
	case strings.Trim(x, "0") == "1.": // no difference that can be read
		text = x + "×"
	}
	return text
}
