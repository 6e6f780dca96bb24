package main

import (
	"io"
	"sync"
	"time"
)

// held is an output of many short pieces that are written together. None waits for long: they are
// written before more input is read (see [tied]), which may be long in coming, and after
// holdTime at the latest, be it in the middle of a search.
type held struct {
	to io.Writer

	mu    sync.Mutex // the timer has a goroutine of its own
	text  []byte
	err   error // of writing: nothing is written after it
	timer *time.Timer
}

const (
	holdTime  = 20 * time.Millisecond
	holdBytes = 64 << 10
)

func hold(to io.Writer) *held {
	h := &held{to: to}
	h.timer = time.AfterFunc(holdTime, func() { h.Flush() })
	return h
}

// Write returns an error of this text or of one before it.
func (h *held) Write(text []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.text) == 0 {
		h.timer.Reset(holdTime)
	}
	h.text = append(h.text, text...)
	if len(h.text) >= holdBytes {
		h.flush()
	}
	return len(text), h.err
}

// Flush writes what is held.
func (h *held) Flush() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.flush()
	return h.err
}

func (h *held) flush() {
	if len(h.text) > 0 && h.err == nil {
		_, h.err = h.to.Write(h.text)
	}
	h.text = h.text[:0]
}

// tied is an input that does something before it is read.
type tied struct {
	io.Reader
	before func() error
}

func (t tied) Read(p []byte) (int, error) {
	if err := t.before(); err != nil {
		return 0, err
	}
	return t.Reader.Read(p)
}
