package page

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// runView is what is known of how a run was made.
type runView struct {
	Label, Command string
	Facts          []fact
}

type fact struct{ Name, Value string }

// viewOf gathers the head of a run's rows and its record.
func viewOf(r results.Run) (runView, error) {
	v := runView{Label: r.Label}
	add := func(name, value string) {
		if value != "" {
			v.Facts = append(v.Facts, fact{name, value})
		}
	}
	config := map[string]string{}
	for _, c := range r.Config {
		config[c[0]] = c[1]
	}
	v.Command = config["command"]
	if !r.Date.IsZero() {
		add("measured", r.Date.UTC().Format("2006-01-02 15:04 MST"))
	}
	commit := config["commit"]
	if config["dirty"] == "true" {
		commit += ", with changes"
	}
	for _, f := range []fact{{"commit", commit}, {"processor", config["cpu"]}, {"cores", config["cores"]}, {"Go", config["go"]},
		{"system", strings.Trim(config["goos"]+"/"+config["goarch"], "/")}, {"kernel", config["kernel"]}, {"governor", config["governor"]}, {"load", config["load"]}} {
		add(f.Name, f.Value)
	}
	if r.Limit > 0 {
		add("time limit", english.Duration(r.Limit))
	}
	told := []string{"command", "commit", "dirty", "cpu", "cores", "go", "goos", "goarch", "kernel", "governor", "load"}
	for _, c := range r.Config {
		if !slices.Contains(told, c[0]) {
			add(c[0], c[1])
		}
	}
	record, err := recordOf(r)
	if err != nil || record == nil {
		return v, err
	}
	for _, f := range []fact{{"samples", "samples"}, {"least time of a sample", "min-time"}, {"seed", "seed"}, {"tier", "tier"},
		{"filter", "filter"}, {"node budget", "nodes"}, {"update budget", "updates"}, {"memory", "memory"}, {"scrambled copies", "scramble"}, {"shard", "shard"}} {
		if value := strings.Join(record.Flags[f.Value], ", "); value != "0" {
			add(f.Name, value)
		}
	}
	add("plan", record.Plan)
	for k, s := range record.Sessions {
		name := "session"
		if len(record.Sessions) > 1 {
			name = fmt.Sprintf("session %d", k+1)
		}
		value := s.Start.UTC().Format(time.DateTime) + " UTC"
		if s.End.IsZero() {
			value += ", has not ended, or was killed"
		} else {
			value += fmt.Sprintf(", %s; load %s, then %s", s.End.Sub(s.Start).Round(time.Second), s.LoadStart, s.LoadEnd)
		}
		add(name, value)
	}
	add("processor's flags", record.Environment["cpu_flags"])
	return v, nil
}

// method is what the numbers mean.
type method struct {
	Statuses []fact
	Rules    []fact
	Solvers  []fact // what the runs record of them
	Noise    string
	Limit    string
}

// rules are the choice rules in words.
var rules = map[cover.Rule]string{
	cover.MRV:   "branch on the item with the fewest options, of equals the first",
	cover.First: "branch on the leftmost item",
}

func (s *study) method() method {
	var m method
	for _, one := range statuses {
		m.Statuses = append(m.Statuses, fact{string(one.Name), one.What})
	}
	for _, c := range s.columns {
		if one := (fact{c.solver, c.Summary}); c.Summary != "" && !slices.Contains(m.Solvers, one) {
			m.Solvers = append(m.Solvers, one)
		}
		if one := (fact{string(c.Rule), rules[c.Rule]}); one.Value != "" && !slices.Contains(m.Rules, one) {
			m.Rules = append(m.Rules, one)
		}
	}
	var programs [][][]results.Row // each run against itself
	for _, r := range s.runs {
		programs = append(programs, [][]results.Row{r.Rows})
	}
	for _, n := range results.MeasureNoise(programs...) {
		if n.Solver == "" {
			m.Noise = fmt.Sprintf("Set against itself, half of its samples against the other half, 95 of 100 medians of this run lie within %.1f%% of each other.", 100*n.Floor)
		}
	}
	if s.limit > 0 {
		m.Limit = english.Duration(s.limit)
	}
	return m
}
