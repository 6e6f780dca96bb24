package stream

import (
	"bufio"
	"io"
	"sync"
	"time"
)

// Output collects short pieces of output and writes them together. A piece never waits
// long. It is written before the command waits for more input (see [Input]), and after
// flushAfter at the latest, even in the middle of a search.
type Output struct {
	mu    sync.Mutex    // the timer calls Flush in its own goroutine
	text  *bufio.Writer // after the first write error it returns that error
	timer *time.Timer
}

const (
	flushAfter = 20 * time.Millisecond
	maxBuffer  = 64 << 10
)

// NewOutput returns an output that writes to another one.
func NewOutput(to io.Writer) *Output {
	b := &Output{text: bufio.NewWriterSize(to, maxBuffer)}
	b.timer = time.AfterFunc(flushAfter, func() { b.Flush() })
	return b
}

// Write returns the first error of writing, be it of this text or of an earlier one.
func (b *Output) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.text.Buffered() == 0 {
		b.timer.Reset(flushAfter)
	}
	return b.text.Write(text)
}

// Flush writes what is in the buffer.
func (b *Output) Flush() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Flush()
}

// Input is an input that calls a function before each read.
type Input struct {
	io.Reader
	Before func() error
}

func (in Input) Read(p []byte) (int, error) {
	if err := in.Before(); err != nil {
		return 0, err
	}
	return in.Reader.Read(p)
}
