package results_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/results"
)

func TestRunHasTheConfigurationAtTheHeadOfItsRows(t *testing.T) {
	config := [][2]string{{"commit", "abc"}, {"cpu", "a processor"}, {"timeout", "7s"}}
	large := counted("a", anyCounts[len(anyCounts)-1])
	d, dir := begin(t, config...)
	add(t, d, large)
	put(t, dir, results.RunFile, `{"sessions": [{"start": "2026-01-02T03:04:05Z"}, {"start": "2027-01-02T03:04:05Z"}]}`)
	run := read(t, "", results.Filter{}, "x="+dir)[0]
	if run.Label != "x" || run.Commit != "abc" || run.Date.Format(time.DateTime) != "2026-01-02 03:04:05" || run.Dir != dir ||
		run.Limit != 7 || !slices.Equal(run.Config, config) {
		t.Errorf("got %+v, want the date of the first session and the head without status and solutions", run)
	}
	for _, text := range []string{"", "{", "{}", `{"sessions": []}`, `{"sessions": [{"start": "2026-01-02T03:04:05Z"}, {"start": 7}]}`} {
		put(t, dir, results.RunFile, text)
		if run := read(t, "", results.Filter{}, dir)[0]; !run.Date.IsZero() || run.Rows.Len() != 1 || run.Label != dir {
			t.Errorf("with the record %q: got %+v, want a run without a date", text, run)
		}
	}
}

// A run of a million rows is read in less than 300 MB.
func TestARunThatIsReadTakesLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector has memory of its own")
	}
	const n, most = 20000, 300
	var text strings.Builder
	for k := range n {
		text.WriteString(strings.Replace(strings.Replace(goodRow, "=b", fmt.Sprint("=p", k/2), 1), " 1 nodes", " 1 cpu-sec/op 1 nodes", 1))
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC() // empties the pools
	runtime.ReadMemStats(&before)
	runs := read(t, text.String(), results.Filter{}, "-")
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive([]any{&text, runs})
	if got := (int(after.HeapAlloc) - int(before.HeapAlloc)) / n; got > most {
		t.Errorf("got %d bytes for each row, want at most %d", got, most)
	}
}
