package parallel

import (
	"math"
	"time"
)

// pace keeps a worker from being asked about so many nodes that it takes time: some 3 ns
// each, where the fastest solvers take 20 for a node.
type pace struct {
	ask   int // the lowest level that is asked about
	asked int // since the last beat
	deep  int // the lowest level since then
	beat  int // how many questions there are to be until the next one
	since time.Time
}

// A look at the clock is taken each beat of questions. They are to come no faster
// than quick, on average, and where that can be helped no slower than slow: the next one is
// when a gift can be made. At 250 ns they took 1% of the time of langford/12.
const (
	beat  = 64
	short = 8 // where it may be long until the next question
	quick = time.Microsecond
	slow  = 8 * quick
)

// begin is for a new search: it has to be asked about all nodes until it has found those of
// its gift.
func (p *pace) begin() { *p = pace{ask: math.MaxInt, beat: beat} }

// step notes a question about a node that is entered, and at each beat looks at the time. Not to ask
// about the lowest level any more is possible at any time, but not above least; levels differ in size by
// anything, so it is one at a time. To ask about one
// more can begin only where a node is entered whose children have yet to be numbered.
func (p *pace) step(level, least int) {
	p.deep = max(p.deep, level)
	if p.asked++; p.asked < p.beat {
		return
	}
	now, next := time.Now(), beat
	if !p.since.IsZero() {
		switch each := now.Sub(p.since) / time.Duration(p.asked); {
		case each < quick && p.asked == beat:
			p.ask, next = max(least, min(p.ask, p.deep+1)-1), short
		case each > slow:
			next = short
			if level == p.ask {
				p.ask++
			}
		}
	}
	p.asked, p.deep, p.beat, p.since = 0, 0, next, now
}
