package xcb

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
)

// A session is a dialogue with one process of an engine.
type session struct {
	*child.Process
	in *bufio.Reader // its size bounds a line

	greeting Greeting
	form     form
	start    time.Duration // from the start of the process to the end of its greeting
	loaded   *search       // the search whose problem the engine has, or nil
	setup    time.Duration // of this problem
	broken   bool          // the process cannot be used any more
	grace    time.Duration // how long the engine may go on after the end of a context
	line     []byte        // the last line, valid until the next one is read
	options  []int         // memory for a solution
}

// A Greeting is what an engine says about itself when it starts.
type Greeting struct {
	Name, Version string
	Capabilities  cover.Capabilities
}

// minLine bounds the lines of an engine that has no problem yet.
const minLine = 4 << 10

// next reads the next line and splits off its first word.
func (s *session) next() (word string, rest []byte, err error) {
	line, err := s.in.ReadSlice('\n')
	s.line = bytes.TrimRight(line, "\r\n")
	switch {
	case err == bufio.ErrBufferFull:
		return "", nil, s.crash("a line of more than %d bytes: %s", s.in.Size(), child.Quote(s.line))
	case err != nil && len(s.line) > 0:
		return "", nil, s.crash("the engine ended in the middle of the line %s (%s)", child.Quote(s.line), s.ended())
	case err != nil:
		return "", nil, s.crash("the engine ended without an answer (%s)", s.ended())
	}
	word, rest = cut(s.line)
	return word, rest, nil
}

// ended describes the end of a process that has closed its output. It may go on for a while.
func (s *session) ended() string {
	wait := time.AfterFunc(s.grace, s.Kill)
	defer wait.Stop()
	exit := s.Wait()
	how := "it closed its output and was killed"
	if !exit.Killed {
		how = "exit status 0"
		if exit.Err != nil {
			how = exit.Err.Error()
		}
	}
	if text := child.Gist(s.Stderr()); text != "" {
		how += ", stderr: " + text
	}
	return how
}

// soonEnded describes the end of a process that ends after a line that is no answer. It is "" for a
// process that goes on.
func (s *session) soonEnded() string {
	select {
	case <-s.Done():
		return " (" + s.ended() + ")"
	case <-time.After(s.grace):
		return ""
	}
}

// gone reports whether the process has ended.
func (s *session) gone() bool {
	select {
	case <-s.Done():
		return true
	default:
		return false
	}
}

// close ends the process. A process in order ends when its input does.
func (s *session) close() {
	s.Stdin.Close()
	if s.broken {
		s.Kill()
		return
	}
	time.AfterFunc(s.grace, s.Kill)
}

// crash returns the error of a session that cannot go on.
func (s *session) crash(format string, args ...any) error {
	s.broken = true
	return fmt.Errorf(format, args...)
}

// wrong returns the error of an answer that is refuted.
func (s *session) wrong(format string, args ...any) error {
	s.broken = true
	return &cover.WrongError{Reason: fmt.Sprintf(format, args...)}
}

// An unexpected error is a line that does not belong where it is.
type unexpected struct{ error }

// unexpected returns the error of a line that does not belong here, or of an engine that cannot do what
// it was asked to. An engine may turn a problem down, and then take another one.
func (s *session) unexpected(expected string) error {
	switch word, rest := cut(s.line); word {
	case "unsupported":
		return cover.Unsupportedf("the engine says: %s", rest)
	case "error":
		return s.crash("the engine reports an error: %s", rest)
	}
	return &unexpected{s.crash("the engine answered %s, expected %s%s", child.Quote(s.line), expected, s.soonEnded())}
}

// malformed returns the error of a line with a mistake.
func (s *session) malformed(err error) error {
	return s.crash("the engine answered %s: %v%s", child.Quote(s.line), err, s.soonEnded())
}

// greet opens the dialogue.
func (s *session) greet(ctx context.Context) error {
	defer s.guard(ctx, "")()
	if err := s.send([]byte(hello + "\n")); err != nil {
		return err
	}
	s.form = forms[0]
	g := &s.greeting
	for first := true; ; first = false {
		word, rest, err := s.next()
		if err != nil {
			return err
		}
		text := word + " " + string(rest)
		for _, p := range promises(&g.Capabilities) {
			*p.kept = *p.kept || text == p.line
		}
		switch {
		case first && text != hello:
			return s.unexpected(strconv.Quote(hello))
		case word == "ready":
			return nil
		case word == "name":
			g.Name = string(rest)
		case word == "version":
			g.Version = string(rest)
		case word == "problem":
			if s.form = formOf(string(rest)); s.form.name == "" {
				return s.unexpected("problem dlx, problem binary or problem pairs")
			}
		case word == "error":
			return s.unexpected("")
		}
	}
}

// send writes a request.
func (s *session) send(text []byte) error {
	if _, err := s.Stdin.Write(text); err != nil {
		if _, _, err := s.next(); err != nil { // the engine may have said why before it ended
			return err
		}
		return s.unexpected("no answer before the request is complete")
	}
	return nil
}

// guard watches over an exchange. If the context ends, it sends the request, unless this is empty.
// If the exchange has not ended after the grace period either, it kills the process. The caller calls
// the function returned when the exchange is over.
func (s *session) guard(ctx context.Context, request string) (over func()) {
	done, finished := make(chan struct{}), make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(finished)
		kill := time.AfterFunc(s.grace, s.Kill) // before the write, which blocks if the engine does not read
		if request != "" {
			io.WriteString(s.Stdin, request)
		}
		<-done
		if !kill.Stop() {
			s.broken = true
		}
	})
	return func() {
		close(done)
		if !stop() {
			<-finished // so that the request never meets the next exchange
		}
	}
}
