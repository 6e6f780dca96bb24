package parallel

import (
	"math"
	"time"
)

// pace limits the number of nodes that a search asks its worker about. A question takes about 3 ns,
// and the fastest solvers take 20 ns a node.
type pace struct {
	ask   int       // the deepest level that the search asks about
	asked int       // how many questions there were since the last beat
	deep  int       // the deepest level of these questions
	beat  int       // how many questions there are from the last beat to the next
	since time.Time // the time of the last beat
}

// The clock is read once a beat. On average, at least quick should pass from one question to the
// next: at 250 ns, the questions took 1% of the time of langford/12. At most slow should pass, as
// far as possible, since a job can be made only at a question.
const (
	beat  = 64
	short = 8 // after a change of ask, as the next questions may be far off
	quick = time.Microsecond
	slow  = 8 * quick
)

// begin starts the pace of a new search. The search must ask about all nodes until it has come to
// the nodes of its job.
func (p *pace) begin() { *p = pace{ask: math.MaxInt, beat: beat} }

// step counts a question about a node that the search enters. At each beat it may change ask, by
// one level, as the sizes of levels can differ by any factor:
//
//   - The search may stop asking about its deepest level at any time. But ask is never below least.
//   - It may ask about one more level only when it enters a node of its deepest level. The indices
//     of that node's children can be counted from the first child on.
func (p *pace) step(level, least int) {
	p.deep = max(p.deep, level)
	if p.asked++; p.asked == p.beat {
		p.turn(time.Now(), level, least)
	}
}

// turn ends a beat at the time now.
func (p *pace) turn(now time.Time, level, least int) {
	next := beat
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
