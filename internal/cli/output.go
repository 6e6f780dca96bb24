package cli

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
}

func (in interruptible) Read(p []byte) (int, error) {
	text, n := make([]byte, len(p)), 0 // not p: after an interrupt the caller uses p again
	came := make(chan error, 1)
	go func() {
		var err error
		n, err = in.from.Read(text)
		came <- err
	}()
	select {
	case err := <-came:
		return copy(p, text[:n]), err
	case <-in.ctx.Done():
		return 0, errors.New("interrupted")
	}
}
