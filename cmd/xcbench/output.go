package main

import (
	"context"
	"errors"
	"io"
)

// output remembers the first failure, as of a full disk, so that no command has to watch
// each line that it prints.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(text []byte) (int, error) {
	n, err := o.Writer.Write(text)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// interruptible is an input that may have nothing to read for ever, as a terminal: an
// interrupt ends the waiting.
type interruptible struct {
	ctx  context.Context
	from io.Reader
	buf  []byte // read, not passed on
}

func (in *interruptible) Read(p []byte) (int, error) {
	if len(in.buf) == 0 {
		type chunk struct {
			text []byte
			err  error
		}
		came := make(chan chunk, 1)
		go func() {
			text := make([]byte, max(len(p), 1)) // not p, which is the caller's again after an interrupt
			n, err := in.from.Read(text)
			came <- chunk{text[:n], err}
		}()
		select {
		case c := <-came:
			if in.buf = c.text; c.err != nil && len(c.text) == 0 {
				return 0, c.err
			}
		case <-in.ctx.Done():
			return 0, errors.New("interrupted")
		}
	}
	n := copy(p, in.buf)
	in.buf = in.buf[n:]
	return n, nil
}
