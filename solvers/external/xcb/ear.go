package xcb

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"time"
)

// A request is a line, split after its first word, and the text that follows it.
type request struct {
	word, rest string
	text       []byte
}

// An ear reads requests. It is read by the goroutine that answers them, so that a short search costs
// no switch between goroutines. Only during a long search, another goroutine reads ahead.
type ear struct {
	ctx   context.Context // ends with the dialogue
	text  *bufio.Reader
	ahead chan heard // the next request, if it is read ahead
}

// heard is a request, or why there is none.
type heard struct {
	request
	err error
}

// deaf is how long a search goes on before the ear reads ahead.
const deaf = time.Millisecond

// next returns the next request, except those to cancel a run.
func (e *ear) next() (request, error) {
	if e.ahead != nil {
		h := <-e.ahead
		e.ahead = nil
		return h.request, h.err
	}
	return e.read(func() {})
}

// listen returns the context of a run. It ends when the run is cancelled, or with the input. The
// caller calls over after the run.
func (e *ear) listen() (ctx context.Context, over func()) {
	ctx, cancel := context.WithCancel(e.ctx)
	ahead := make(chan heard, 1)
	long := time.AfterFunc(deaf, func() {
		r, err := e.read(cancel)
		if err != nil {
			cancel()
		}
		ahead <- heard{r, err}
	})
	return ctx, func() {
		if !long.Stop() {
			e.ahead = ahead
		}
		cancel()
	}
}

// read reads a request. It calls cancel for each request to cancel a run, and reads on.
func (e *ear) read(cancel func()) (request, error) {
	for {
		line, err := e.text.ReadSlice('\n')
		if err != nil {
			return request{}, err
		}
		word, rest := cut(bytes.TrimRight(line, "\r\n"))
		r := request{word: string(word), rest: string(rest)}
		switch r.word {
		case "cancel":
			cancel()
			continue
		case "problem":
			_, size := cut(rest)
			n, err := parseCount(size)
			if err != nil || n > maxProblem {
				return r, fmt.Errorf("a problem of %s bytes, expected at most %d", size, maxProblem)
			}
			r.text = make([]byte, n)
			_, err = io.ReadFull(e.text, r.text)
			return r, err
		}
		return r, nil
	}
}
