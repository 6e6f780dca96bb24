package parallel

import (
	"math"
	"testing"
	"time"
)

// asks makes so many steps at a level.
func (p *pace) asks(n, level, least int) {
	for range n {
		p.step(level, least)
	}
}

// The clock says only that almost no time has passed, or an hour.
func TestFastSearchAsksAboutOneLevelLess(t *testing.T) {
	var p pace
	p.begin()
	p.asks(beat, 5, 1)
	if p.ask != math.MaxInt || p.since.IsZero() {
		t.Errorf("after one beat: got ask %d, want all levels, since the time is unknown", p.ask)
	}
	p.asks(beat-2, 5, 1)
	p.step(9, 1) // the deepest level of this beat
	for _, c := range []struct {
		steps, level, want int
		why                string
	}{
		{1, 5, 9, "after two beats: down to the deepest level that it came to"},
		{short, 9, 9, "a short beat changes nothing, as it may be far from the next"},
		{beat - 1, 9, 9, "a beat is not over"},
		{1, 9, 8, "a fast beat"},
		{short + beat, 3, 3, "levels that are not reached are not asked about"},
		{short + beat, 3, 2, "a fast beat"},
		{short + beat, 2, 2, "never below least"},
	} {
		least := 1
		if c.why == "never below least" {
			least = 2
		}
		p.since = time.Now().Add(time.Hour) // so that no beat is slow
		p.asks(c.steps, c.level, least)
		if p.ask != c.want {
			t.Fatalf("%s: got ask %d, want %d", c.why, p.ask, c.want)
		}
	}
}

func TestSlowSearchAsksAboutOneLevelMoreAtItsDeepestLevel(t *testing.T) {
	p := pace{ask: 3, beat: 2}
	for _, c := range []struct{ level, want int }{{2, 3}, {4, 3}, {3, 4}, {3, 4}, {4, 5}} {
		p.since = time.Now().Add(-time.Hour)
		p.asks(p.beat, c.level, 1)
		if p.ask != c.want || p.beat != short || p.asked != 0 || p.deep != 0 {
			t.Fatalf("at level %d: got %+v, want ask %d and a short beat", c.level, p, c.want)
		}
	}
}

func TestSearchAtTheRightPaceKeepsItsLevel(t *testing.T) {
	// The beat has lasted 36 minutes, so the time of this call does not count.
	const questions = 1 << 30
	p := pace{ask: 3, beat: questions, asked: questions - 1, since: time.Now().Add(-2 * quick * questions)}
	if p.step(3, 1); p.ask != 3 || p.beat != beat {
		t.Errorf("got ask %d and beat %d, want 3 and %d", p.ask, p.beat, beat)
	}
}
