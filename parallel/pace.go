package parallel

import (
	"math"
	"math/bits"
	"time"
)

// pace keeps a worker from being asked about so many nodes that it takes time: some 3 ns
// each, where the fastest solvers take 20 for a node.
type pace struct {
	ask   int // the lowest level that is asked about
	asked int // since the last beat
	since time.Time
}

// A look at the clock is taken each beat of questions. They are to come no faster
// than quick, on average, and where that can be helped no slower than slow: the next one is
// when a gift can be made. At 250 ns they took 1% of the time of langford/12.
const (
	beat  = 64
	quick = time.Microsecond
	slow  = 8 * quick
)

// begin is for a new search: it has to be asked about all nodes until it has found those of
// its gift.
func (p *pace) begin() { *p = pace{ask: math.MaxInt} }

// step notes a question about a node that is entered, and at each beat looks at the time. Not to ask
// about the lowest levels any more is possible at any time, but not above least. To ask about one
// more can begin only where a node is entered whose children have yet to be numbered.
func (p *pace) step(level, least int) {
	if p.asked++; p.asked < beat {
		return
	}
	p.asked = 0
	now := time.Now()
	if !p.since.IsZero() {
		switch each := now.Sub(p.since) / beat; {
		case each < quick: // a level is taken to be twice as large as the one above
			p.ask = max(least, min(p.ask, level+1)-bits.Len64(uint64(quick/(each+1))))
		case each > slow && level == p.ask:
			p.ask++
		}
	}
	p.since = now
}
