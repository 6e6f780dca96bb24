package report

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// quoteCSV returns a field of CSV.
func quoteCSV(s string) string {
	if s == "" || s[0] != '\\' && s[0] != ' ' && strings.IndexFunc(s, func(c rune) bool { return c < ' ' || c == '"' || c == ',' || c > '~' }) < 0 {
		return s
	}
	var text strings.Builder
	w := csv.NewWriter(&text)
	w.Write([]string{s})
	w.Flush()
	return strings.TrimSuffix(text.String(), "\n")
}

// quoteJSON returns a string of JSON.
func quoteJSON(s string) string {
	if s == "" {
		return `""`
	}
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // there is no string that it cannot write
	}
	return string(text)
}

// appendDigits appends a number with all its digits if it is an integer, and else
// as many as tell it from all others.
func appendDigits(b []byte, x float64) []byte {
	switch {
	case x == math.Trunc(x) && math.Abs(x) < 1<<53 && !math.Signbit(x): // a counter, and the quickest way
		return strconv.AppendInt(b, int64(x), 10)
	case x == math.Trunc(x):
		return strconv.AppendFloat(b, x, 'f', -1, 64)
	}
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}

// appendJSON appends a number as encoding/json writes it.
func appendJSON(b []byte, x float64) []byte {
	if abs := math.Abs(x); abs == 0 || abs >= 1e-6 && abs < 1e21 {
		if x == math.Trunc(x) {
			return appendDigits(b, x)
		}
		return strconv.AppendFloat(b, x, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, x, 'e', -1, 64)
	if n := len(b); b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' { // e-09 is e-9
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}
