package results

import (
	"time"

	"xcbench/internal/lazy"
)

var timeoutFlag = lazy.Regexp(`--timeout[= ](\S+)`)

// timeLimit returns the time limit of a file of results, in seconds. The head of the file records
// it as the key "timeout" or in the command. Otherwise the limit is the time of the longest search
// that was stopped, or 0 if none was.
func timeLimit(head [][2]string, longest float64) float64 {
	config := map[string]string{}
	for _, c := range head {
		config[c[0]] = c[1]
	}
	value := config["timeout"]
	if m := timeoutFlag().FindStringSubmatch(config["command"]); value == "" && m != nil {
		value = m[1]
	}
	if limit, err := time.ParseDuration(value); err == nil && limit > 0 {
		return limit.Seconds()
	}
	return longest
}
