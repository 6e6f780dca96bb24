package results

import (
	"slices"
	"time"

	"xcbench/internal/lazy"
)

// TimeoutKey is the key of the time limit in the head of a file of results. A limit of 0 is none.
const TimeoutKey = "timeout"

var timeoutFlag = lazy.Regexp(`--timeout[= ](\S+)`)

// timeLimit returns the time limit of a run, in seconds, or 0 if none is recorded. It is in the head
// of the rows. Earlier versions have it in the command there if it was given, and always in
// run.json. It does not follow from the times of the rows.
func timeLimit(head [][2]string, record Record) float64 {
	value := func(key string) string {
		k := slices.IndexFunc(head, func(c [2]string) bool { return c[0] == key })
		if k < 0 {
			return ""
		}
		return head[k][1]
	}
	texts := []string{value(TimeoutKey)}
	if m := timeoutFlag().FindStringSubmatch(value("command")); m != nil {
		texts = append(texts, m[1])
	}
	for _, text := range append(texts, record.Flags["timeout"]...) {
		if limit, err := time.ParseDuration(text); err == nil {
			return max(0, limit.Seconds())
		}
	}
	return 0
}
