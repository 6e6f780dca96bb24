package results

import (
	"bytes"
	"regexp"
	"time"

	"golang.org/x/perf/benchfmt"
)

var timeoutFlag = regexp.MustCompile(`--timeout[= ](\S+)`)

// TimeLimit returns the time limit of a file of results, in seconds. The file records it as the key
// "timeout" or in the command. Otherwise the limit is the time of the longest search that was
// stopped, or 0 if none was.
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
		break // one row is enough: the limit is in the head of the file
	}
	for _, r := range rows {
		if !r.Measured() {
			longest = max(longest, r.Search)
		}
	}
	return longest
}
