package parallel

import (
	"math"
	"testing"
	"time"
)

// A fast search asks about a level less, never above least, but not in the beat after a change. A slow
// one asks about a level more, when it is at its deepest level.
func TestPaceFollowsTheTimeOfAQuestion(t *testing.T) {
	p := pace{ask: math.MaxInt, beat: beat}
	now := time.Unix(1, 0)
	for _, c := range []struct {
		each             time.Duration
		deepest, level   int
		least, ask, beat int
	}{
		{0, 5, 5, 1, math.MaxInt, beat}, // the first beat has no time
		{quick / 2, 5, 5, 1, 5, short},
		{quick / 2, 5, 5, 1, 5, beat},
		{quick / 2, 5, 5, 1, 4, short},
		{quick / 2, 4, 4, 4, 4, beat},
		{quick / 2, 4, 4, 4, 4, short},
		{2 * slow, 4, 4, 1, 5, short},
		{2 * slow, 4, 4, 1, 5, short}, // not at its deepest level
		{2 * slow, 5, 5, 1, 6, short},
		{2 * quick, 6, 6, 1, 6, beat},
	} {
		for p.asked+1 < p.beat {
			p.step(c.deepest, c.least)
		}
		p.asked++
		now = now.Add(c.each * time.Duration(p.beat))
		p.turn(now, c.level, c.least)
		if p.ask != c.ask || p.beat != c.beat {
			t.Fatalf("%+v: got %+v", c, p)
		}
	}
}
