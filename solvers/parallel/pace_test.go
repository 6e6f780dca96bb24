package parallel

import (
	"fmt"
	"math"
	"testing"
	"time"
)

// A fast search asks about a level less, never above least, but not in the beat after a change. A slow
// one asks about a level more, when it is at its deepest level.
func TestPaceFollowsTheTimeOfAQuestion(t *testing.T) {
	const fast, fair, late = quick / 2, 2 * quick, 2 * slow
	p, now := pace{ask: math.MaxInt, beat: beat}, time.Unix(1, 0)
	for _, c := range []struct {
		each         time.Duration
		level, least int
		want         string
	}{
		{0, 5, 1, fmt.Sprint(math.MaxInt, " 64")}, // the first beat has no time
		{fast, 5, 1, "5 8"}, {fast, 5, 1, "5 64"}, {fast, 5, 1, "4 8"}, {fast, 4, 4, "4 64"}, {fast, 4, 4, "4 8"},
		{late, 4, 1, "5 8"}, {late, 4, 1, "5 8"}, {late, 5, 1, "6 8"}, {fair, 6, 1, "6 64"},
	} {
		for p.asked+1 < p.beat {
			p.step(c.level, c.least)
		}
		p.asked++
		now = now.Add(c.each * time.Duration(p.beat))
		if p.turn(now, c.level, c.least); fmt.Sprint(p.ask, p.beat) != c.want {
			t.Fatalf("%+v: got %+v", c, p)
		}
	}
}
