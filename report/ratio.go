package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"xcbench/internal/english"
	"xcbench/internal/stats"
)

// factor is a ratio as people read it: a number from 1 on, in one of two directions. Its interval has the
// same direction and as many digits, and is empty if it is unknown.
type factor struct {
	x, low, high string
	less         bool
}

// factorOf returns a ratio above 0 as a factor.
func factorOf(r stats.Ratio) factor {
	x, low, high, less := r.Value, r.Low, r.High, r.Value < 1
	if less {
		x, low, high = 1/x, 1/high, 1/low
	}
	known := r.Low > 0 && !math.IsInf(r.High, 1)
	digits := max(0, 2-int(math.Floor(math.Log10(x*1.0005)))) // three in all
	if width := high - low; known && width > 0 {
		shown := -int(math.Floor(math.Log10(width)))
		digits = min(digits, max(1, 1+shown)) // no more than the interval has
		if x < 1.05 {
			digits = min(4, max(digits, shown)) // so many that the difference from 1 can be read
		}
	}
	number := func(x float64) string {
		if x >= 999.5 {
			return english.Whole(x)
		}
		return strconv.FormatFloat(x, 'f', digits, 64)
	}
	if !known {
		return factor{x: number(x), less: less}
	}
	return factor{number(x), number(low), number(high), less}
}

// times writes the factor in words.
func (f factor) times() string {
	return f.x + " times as " + map[bool]string{true: "fast", false: "long"}[f.less]
}

// interval writes the interval.
func (f factor) interval() string { return f.low + " to " + f.high }

// ratioText writes a ratio of values in a unit for a table, with its interval: "11.8× faster (6.8 to 19.1)".
func ratioText(unit string, r stats.Ratio) string {
	f, word := factorOf(r), map[bool]string{true: "less", false: "more"}
	if strings.HasSuffix(unit, "sec/op") {
		word = map[bool]string{true: "faster", false: "slower"}
	}
	text := f.x + "×"
	switch {
	case f.low != "":
		return fmt.Sprintf("%s %s (%s)", text, word[f.less], f.interval())
	case strings.Trim(f.x, "0") == "1.": // no difference that can be read
		return text
	}
	return text + " " + word[f.less]
}
