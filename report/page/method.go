package page

import (
	"cmp"
	"slices"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
	"xcbench/solvers"
)

// method explains the numbers of the page.
type method struct {
	Statuses []fact
	Rules    []fact // the choice rules of the solvers
	Solvers  []fact // each with the summary that the run records
	Limit    string
}

func (s *study) method() method {
	m := method{Statuses: statuses}
	add := func(all *[]fact, name, value string) {
		if one := (fact{name, value}); name != "" && value != "" && !slices.Contains(*all, one) {
			*all = append(*all, one)
		}
	}
	for _, c := range s.columns {
		add(&m.Rules, string(c.Rule), cmp.Or(solvers.Definition(c.Rule), "A rule of another program, which has no definition here."))
		summary := c.Summary
		if record := s.records[c.run]; record != nil && record.Engines[c.solver].Table != nil {
			summary += "; " + record.Engines[c.solver].String()
		}
		add(&m.Solvers, c.solver, summary)
	}
	if s.limit > 0 {
		m.Limit = english.Duration(s.limit)
	}
	return m
}

// statuses explains the statuses of rows.
var statuses = []fact{
	{string(cover.Solved), "The search saw the whole tree and counted all solutions."},
	{string(cover.Limit), "The search reached a limit on nodes or updates. Its work is the same on every machine."},
	{string(cover.Timeout), "The search reached the time limit. It counts as not solved, and as twice the limit in PAR-2."},
	{string(cover.Memout), "The process used more resident memory than it was allowed."},
	{string(results.Crash), "The solver crashed. The other solvers on that instance are not affected."},
	{string(results.Killed), "Somebody else killed the process. The search was not measured; resuming the run tries it again."},
	{string(results.Unconfirmed), "The answer took much longer than the engine reports. Its time is not ranked."},
	{string(results.Wrong), "A check that shares no code with the solver, or a known figure, refuted the answer."},
	{string(results.Disagree), "The answer differs from those of other solvers, and nothing independent decides."},
	{string(cover.Unsupported), "The solver cannot handle the problem, and did not search it. It counts as not solved, but not in PAR-2."},
}

// statusClass returns the class of the style sheet for a status. Unknown statuses have the class
// "other".
func statusClass(s string) string {
	if slices.ContainsFunc(statuses, func(known fact) bool { return known.Name == s }) {
		return s
	}
	return "other"
}
