package page

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"xcbench/compare"
	"xcbench/internal/english"
	"xcbench/results"
)

// runView describes how a run was made.
type runView struct {
	Label, Command string
	Facts          []fact
}

type fact struct{ Name, Value string }

// add appends a fact, unless its value is empty.
func (v *runView) add(name, value string) {
	if value != "" {
		v.Facts = append(v.Facts, fact{name, value})
	}
}

// viewOf describes a run by the configuration of its rows and by its record, if it has one.
func viewOf(r results.Run, record *results.Record) runView {
	v := runView{Label: r.Label}
	v.addConfig(r)
	if record != nil {
		v.addRecord(record)
	}
	return v
}

// addConfig adds the configuration of the rows: the commit, the machine, and the time limit.
func (v *runView) addConfig(r results.Run) {
	config := map[string]string{}
	for _, c := range r.Config {
		config[c[0]] = c[1]
	}
	take := func(key string) string {
		defer delete(config, key)
		return config[key]
	}
	v.Command = take("command")
	if !r.Date.IsZero() {
		v.add("measured", r.Date.UTC().Format("2006-01-02 15:04 MST"))
	}
	commit := take("commit")
	if take("dirty") == "true" {
		commit += ", with uncommitted changes"
	}
	v.add("commit", commit)
	v.add("processor", take("cpu"))
	v.add("cores", take("cores"))
	v.add("Go", take("go"))
	v.add("system", strings.Trim(take("goos")+"/"+take("goarch"), "/"))
	for _, key := range []string{"kernel", "governor", "load"} {
		v.add(key, take(key))
	}
	if take(results.TimeoutKey); r.Limit > 0 {
		v.add("time limit", english.Duration(r.Limit))
	}
	for _, c := range r.Config { // what was not taken
		v.add(c[0], config[c[0]])
	}
}

// recordedFlags are the flags of a run that the page shows. The name of a fact is followed by the
// name of its flag.
var recordedFlags = []fact{
	{"samples", "samples"}, {"minimum time of a sample", "min-time"}, {"seed", "seed"}, {"tier", "tier"},
	{"filter", "filter"}, {"node limit", "nodes"}, {"update limit", "updates"}, {"memory limit", "memory"},
	{"scrambled copies", "scramble"}, {"shard", "shard"},
}

// addRecord adds the record of a run: its flags, its plan, and its sessions.
func (v *runView) addRecord(record *results.Record) {
	for _, f := range recordedFlags {
		if value := strings.Join(record.Flags[f.Value], ", "); value != "0" {
			v.add(f.Name, value)
		}
	}
	v.add("plan", record.Plan)
	for k, s := range record.Sessions {
		name := "session"
		if len(record.Sessions) > 1 {
			name = fmt.Sprintf("session %d", k+1)
		}
		value := s.Start.UTC().Format(time.DateTime) + " UTC"
		if s.End.IsZero() {
			value += ", still running or killed"
		} else {
			value += fmt.Sprintf(", took %s; load %s at the start, %s at the end",
				s.End.Sub(s.Start).Round(time.Second), s.LoadStart, s.LoadEnd)
		}
		v.add(name, value)
	}
	v.add("processor flags", record.Environment["cpu_flags"])
}

// method explains the numbers of the page.
type method struct {
	Statuses []fact
	Rules    []fact
	Solvers  []fact // each with the summary that the run records
	Noise    string
	Limit    string
}

func (s *study) method() method {
	m := method{Statuses: statuses, Rules: s.ruleFacts()}
	for _, c := range s.columns {
		one := fact{c.solver, c.Summary}
		if record := s.records[c.run]; record != nil && record.Engines[c.solver].Table != nil {
			one.Value += "; " + record.Engines[c.solver].String()
		}
		if c.Summary != "" && !slices.Contains(m.Solvers, one) {
			m.Solvers = append(m.Solvers, one)
		}
	}
	var programs []*compare.Groups // each run is compared with itself
	for _, r := range s.runs {
		programs = append(programs, compare.GroupBy(r.Rows))
	}
	for _, n := range compare.MeasureNoise(results.Seconds, programs...) {
		if n.Solver == "" {
			m.Noise = fmt.Sprintf("The noise floor of these samples is %.1f%%: when the samples of a search are split "+
				"into two halves, the medians of the halves differ by at most that much in 95 of 100 cases.", 100*n.Floor)
		}
	}
	if s.limit > 0 {
		m.Limit = english.Duration(s.limit)
	}
	return m
}
