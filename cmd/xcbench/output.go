package main

import (
	"context"
	"errors"
	"io"
)

// output remembers the first write error, such as a full disk. So no command has to check each line
// that it prints.
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

// interruptible is an input that may never have anything to read, such as a terminal. An interrupt
// ends the waiting.
type interruptible struct {
	ctx  context.Context
	from io.Reader
	buf  []byte // read but not passed on yet
}

func (in *interruptible) Read(p []byte) (int, error) {
	if len(in.buf) == 0 {
		type chunk struct {
			text []byte
			err  error
		}
		came := make(chan chunk, 1)
		go func() {
			text := make([]byte, max(len(p), 1)) // not p: after an interrupt the caller uses p again
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
