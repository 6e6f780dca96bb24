package parallel

import (
	"math"
	"testing"
	"time"
)

// A fast search asks about a level less, never above least. A slow one asks about a level more, when it is
// at its deepest level. The clock is an hour off, so only the sign counts.
func TestPaceFollowsTheTimeOfAQuestion(t *testing.T) {
	p := pace{ask: math.MaxInt, beat: beat}
	for _, c := range []struct {
		steps, level, least int
		ago                 time.Duration
		ask, beat           int
	}{
		{beat, 5, 1, -time.Hour, 5, short},
		{short, 5, 1, -time.Hour, 5, beat},
		{beat - 1, 5, 1, -time.Hour, 5, beat},
		{1, 5, 1, -time.Hour, 4, short},
		{short + beat, 4, 4, -time.Hour, 4, short},
		{short, 4, 1, time.Hour, 5, short},
		{short, 4, 1, time.Hour, 5, short},
		{short, 5, 1, time.Hour, 6, short},
	} {
		p.since = time.Now().Add(-c.ago)
		for range c.steps {
			p.step(c.level, c.least)
		}
		if p.ask != c.ask || p.beat != c.beat {
			t.Fatalf("%+v: got %+v", c, p)
		}
	}
}
