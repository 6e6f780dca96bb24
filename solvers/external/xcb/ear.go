package xcb

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"time"
)

// A request is a line, split after its first word, and the text that follows it; or why there is none.
type request struct {
	word string
	rest []byte
	text []byte
	err  error
}

// An ear reads requests. It is read by the goroutine that answers them, so that a short search costs
// no switch between goroutines. Only during a long search, another goroutine reads ahead.
type ear struct {
	ctx   context.Context // ends with the dialogue
	text  *bufio.Reader
	ahead chan request // the next request, if it is read ahead
}

// deaf is how long a search goes on before the ear reads ahead.
const deaf = time.Millisecond

// next returns the next request, except those to cancel a run.
func (e *ear) next() request {
	if ahead := e.ahead; ahead != nil {
		e.ahead = nil
		return <-ahead
	}
	return e.read(func() {})
}

// listen returns the context of a run. It ends when the run is cancelled, or with the input. The
// caller calls over after the run.
func (e *ear) listen() (ctx context.Context, over func()) {
	ctx, cancel := context.WithCancel(e.ctx)
	ahead := make(chan request, 1)
	long := time.AfterFunc(deaf, func() {
		r := e.read(cancel)
		if r.err != nil {
			cancel()
		}
		ahead <- r
	})
	return ctx, func() {
		if !long.Stop() {
			e.ahead = ahead
		}
		cancel()
	}
}

// read reads a request. It calls cancel for each request to cancel a run, and reads on.
func (e *ear) read(cancel func()) (r request) {
	for {
		line, err := e.text.ReadSlice('\n')
		if err != nil {
			return request{err: err}
		}
		r.word, r.rest = cut(bytes.Clone(bytes.TrimRight(line, "\r\n")))
		switch r.word {
		case "cancel":
			cancel()
			continue
		case "problem":
			_, size := cut(r.rest)
			n, err := parseCount(string(size))
			if err != nil || n > maxProblem {
				r.err = fmt.Errorf("a problem of %s bytes, expected at most %d", size, maxProblem)
				return r
			}
			r.text = make([]byte, n)
			_, r.err = io.ReadFull(e.text, r.text)
		}
		return r
	}
}
