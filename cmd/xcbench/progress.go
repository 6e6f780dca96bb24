package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// progress is one line on a terminal that says what is being done; elsewhere it is
// nothing.
type progress struct {
	w     io.Writer
	shown bool
}

func newProgress(w io.Writer) *progress {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &progress{w: w}
	}
	return &progress{}
}

func (p *progress) step(done, all int, what string) {
	if p.w != nil {
		fmt.Fprintf(p.w, "\r\033[K[%d/%d] %s", done+1, all, what)
		p.shown = true
	}
}

func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
		p.shown = false
	}
}
