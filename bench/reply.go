package bench

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// A solver with a memory fault may make its worker write anything. A reply is believed only if an
// honest worker could have given it: otherwise it would be recorded as rows that no reader takes.

// maxReply bounds the memory that a reply can take, in bytes. The longest replies have the level
// profiles of many solvers. A reply is one line.
const maxReply = 64 << 20

// maxReplies is the most replies to a call. A search runs a few times.
const maxReplies = 10

// check returns why a reply cannot come from an honest worker. So many replies came before.
func (r *reply) check(earlier int) error {
	switch {
	case r.Error != "" && r.Run == 0 && r.Found == nil:
		return nil
	case r.Error != "" || r.Run == 0 && r.Found == nil:
		return errors.New("neither a result nor a step; is it another version of xcbench?")
	case r.Found == nil && earlier < maxReplies:
		return nil
	case len(r.Found) != 1:
		return fmt.Errorf("%s after %d replies", english.Count(len(r.Found), "result"), earlier)
	}
	return r.Found[0].check()
}

func (f *Found) check() error {
	if f.Runs < 1 {
		return fmt.Errorf("%d runs", f.Runs)
	}
	if f.Ended != "" && !slices.Contains(workerStatuses, f.Ended) {
		return fmt.Errorf("an end with the status %q", f.Ended)
	}
	for unit, cost := range f.Costs {
		if u, ok := results.FindUnit(unit); !ok || u.Always || u.ByLevel != nil || !(cost >= 0) || math.IsInf(cost, 0) {
			return fmt.Errorf("a cost of %v %q", cost, unit)
		}
	}
	if err := checkStats(f.Stats); err != nil {
		return err
	}
	return f.Stats.CheckLevels()
}

// workerStatuses are the statuses that a worker finds. The others are about the worker itself.
var workerStatuses = []cover.Status{cover.Solved, cover.Limit, cover.Timeout, cover.Unsupported,
	cover.Memout, results.Crash, results.Wrong, results.Disagree,
	results.Unconfirmed}

func checkStats(s cover.Stats) error {
	const most = 1 << 53 // rows are read as floating-point numbers, which are exact up to here
	switch {
	case !slices.Contains(workerStatuses, s.Status):
		return fmt.Errorf("the status %q", s.Status)
	case s.Solutions < 0 || min(s.Nodes, s.Updates) < cover.Uncounted || max(s.Nodes, s.Updates) > most:
		return fmt.Errorf("%s solutions, %d nodes, %d updates", s.CountText(), s.Nodes, s.Updates)
	case s.Big != nil && (s.Solutions != math.MaxInt64 || s.Big.IsInt64() || s.Big.Sign() < 0):
		return fmt.Errorf("%d solutions, but exactly %s", s.Solutions, s.Big)
	case min(s.Setup, s.Search) < 0:
		return fmt.Errorf("%v to prepare and %v to search", s.Setup, s.Search)
	}
	return nil
}
