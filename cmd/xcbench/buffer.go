package main

import (
	"bufio"
	"io"
	"sync"
	"time"
)

// bufferedOutput collects short pieces of output and writes them together. A piece never waits
// long. It is written before the command waits for more input (see [flushingInput]), and after
// flushAfter at the latest, even in the middle of a search.
type bufferedOutput struct {
	mu    sync.Mutex    // the timer calls Flush in its own goroutine
	text  *bufio.Writer // after the first write error it returns that error
	timer *time.Timer
}

const (
	flushAfter = 20 * time.Millisecond
	maxBuffer  = 64 << 10
)

func newBufferedOutput(to io.Writer) *bufferedOutput {
	b := &bufferedOutput{text: bufio.NewWriterSize(to, maxBuffer)}
	b.timer = time.AfterFunc(flushAfter, func() { b.Flush() })
	return b
}

// Write returns the first error of writing, be it of this text or of an earlier one.
func (b *bufferedOutput) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.text.Buffered() == 0 {
		b.timer.Reset(flushAfter)
	}
	return b.text.Write(text)
}

// Flush writes what is in the buffer.
func (b *bufferedOutput) Flush() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Flush()
}

// flushingInput is an input that calls a function before each read.
type flushingInput struct {
	io.Reader
	before func() error
}

func (in flushingInput) Read(p []byte) (int, error) {
	if err := in.before(); err != nil {
		return 0, err
	}
	return in.Reader.Read(p)
}
