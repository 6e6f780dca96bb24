package cli

import (
	"fmt"
	"io"
	"os"
	"time"
)

// Progress is one line on a terminal that says what the command is doing, and how long it will
// take. If the output is no terminal, or one that knows no escape sequences, progress prints
// nothing.
type Progress struct {
	w     io.Writer
	shown bool
	last  time.Time // when the line was printed
	began time.Time
	first int // the first step; a resumed run does not begin at 0
}

// refresh is the time between two lines. Printing takes a terminal longer than many searches take.
const refresh = 50 * time.Millisecond

// NewProgress returns the progress of a command that writes its messages to w.
func NewProgress(w io.Writer) *Progress {
	if _, ok := Terminal(w); ok && os.Getenv("TERM") != "dumb" {
		return &Progress{w: w}
	}
	return &Progress{}
}

// Step shows that a step begins. The number of all steps is 0 if it is not known.
func (p *Progress) Step(done, all int, what string) {
	if p.w == nil {
		return
	}
	now := time.Now()
	if p.began.IsZero() {
		p.began, p.first = now, done
	}
	if p.shown && now.Sub(p.last) < refresh {
		return
	}
	p.shown, p.last = true, now
	if all == 0 {
		fmt.Fprintf(p.w, "\r\033[K[%d] %s", done+1, what)
		return
	}
	fmt.Fprintf(p.w, "\r\033[K[%d/%d%s] %s", done+1, all, remaining(now.Sub(p.began), done-p.first, all-done), what)
}

// remaining estimates the time for the steps left from the time of the steps done. In the first
// second it returns "".
func remaining(taken time.Duration, done, left int) string {
	if done < 1 || taken < time.Second {
		return ""
	}
	estimate := time.Duration(float64(taken) / float64(done) * float64(left))
	return ", " + estimate.Round(time.Second).String() + " left"
}

// Clear removes the line.
func (p *Progress) Clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
		p.shown = false
	}
}
