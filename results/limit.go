package results

import (
	"bytes"
	"regexp"
	"time"

	"golang.org/x/perf/benchfmt"
)

var timeoutFlag = regexp.MustCompile(`--timeout[= ](\S+)`)

// TimeLimit returns the time limit that is recorded in a file of results, as the
// key "timeout" or in the command, or else the longest search that was stopped;
// in seconds, 0 if there is neither.
func TimeLimit(text []byte, rows []Row) float64 {
	longest := 0.0
	in := benchfmt.NewReader(bytes.NewReader(text), "")
	for in.Scan() {
		r, ok := in.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		value := r.GetConfig("timeout")
		if m := timeoutFlag.FindStringSubmatch(r.GetConfig("command")); value == "" && m != nil {
			value = m[1]
		}
		if limit, err := time.ParseDuration(value); err == nil && limit > 0 {
			return limit.Seconds()
		}
		break // the head of the file is the same for all rows
	}
	for _, r := range rows {
		if !r.Measured() {
			longest = max(longest, r.Search)
		}
	}
	return longest
}
