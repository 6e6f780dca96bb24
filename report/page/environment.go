package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"xcbench/results"
)

// runView describes how a run was made.
type runView struct {
	Label, Command string
	Facts          []fact
}

type fact struct{ Name, Value string }

// add appends a fact, unless its value says nothing.
func (v *runView) add(name, value string) {
	if !slices.Contains([]string{"", "0", "0s", "false"}, value) {
		v.Facts = append(v.Facts, fact{name, value})
	}
}

// configNames are the names of configuration keys for people.
var configNames = map[string]string{"cpu": "processor", "go": "Go", "goos": "system", "goarch": "architecture",
	"dirty": "uncommitted changes", results.TimeoutKey: "time limit"}

// recordedFlags are the flags of a run that the page shows, beside the time limit.
var recordedFlags = []string{"samples", "min-time", "seed", "tier", "filter", "nodes", "updates", "memory", "scramble", "shard"}

// viewOf describes a run by the configuration of its rows and by its record, if it has one.
func viewOf(r results.Run, record *results.Record) runView {
	v := runView{Label: r.Label}
	if !r.Date.IsZero() {
		v.add("measured", r.Date.UTC().Format("2006-01-02 15:04 MST"))
	}
	for _, c := range r.Config {
		if c[0] == "command" {
			v.Command = c[1]
		} else {
			v.add(cmp.Or(configNames[c[0]], c[0]), c[1])
		}
	}
	if record == nil {
		return v
	}
	for _, name := range recordedFlags {
		v.add("--"+name, strings.Join(record.Flags[name], ", "))
	}
	v.add("plan", record.Plan)
	for k, s := range record.Sessions {
		value := "still running or killed"
		if !s.End.IsZero() {
			value = fmt.Sprintf("took %s; load %s at the start, %s at the end", s.End.Sub(s.Start).Round(time.Second), s.LoadStart, s.LoadEnd)
		}
		v.add(fmt.Sprintf("session %d", k+1), s.Start.UTC().Format(time.DateTime)+" UTC, "+value)
	}
	v.add("processor flags", record.Environment["cpu_flags"])
	return v
}
