package xcb

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
)

// A session is a dialogue with one process of an engine.
type session struct {
	*child.Process
	lines

	greeting Greeting
	start    time.Duration // from the start of the process to the end of its greeting
	loaded   *search       // the search whose problem the engine has, or nil
	setup    time.Duration // of this problem
	broken   bool          // the process cannot be used any more
	asked    time.Time     // when the last request was sent
	cpu      time.Duration // of the process until then
}

// A Greeting is what an engine says about itself when it starts.
type Greeting struct {
	Name, Version string
	Form          string // in which it wants problems: dlx, binary or pairs
	Capabilities  cover.Capabilities
}

// grace is how long a process may go on after the end of its time.
const grace = 200 * time.Millisecond

// greet opens the dialogue.
func (s *session) greet(ctx context.Context) error {
	g, greeted := &s.greeting, false
	g.Form = "dlx"
	texts := map[string]*string{"name": &g.Name, "version": &g.Version, "problem": &g.Form}
	return s.exchange(ctx, Hello+"\n", "ready", func(word string, rest []byte) error {
		line := word + " " + string(rest)
		if text := texts[word]; text != nil {
			*text = string(rest)
		}
		for _, p := range promises(&g.Capabilities) {
			*p.kept = *p.kept || line == p.line
		}
		if !greeted && line != Hello {
			return s.misplaced(", expected %q", Hello)
		}
		if forms[g.Form] == nil {
			return s.misplaced(", expected problem dlx, problem binary or problem pairs")
		}
		greeted = true
		return nil
	})
}

// load sends the problem of a search to the engine.
func (s *session) load(ctx context.Context, x *search) error {
	s.loaded, s.setup = nil, 0
	s.Reader = bufio.NewReaderSize(s.Reader, 32+11*x.problem.MaxDepth()) // the same if it is large enough
	form := s.greeting.Form
	if form == "binary" && x.problem.Colours() > 0 {
		form = "dlx"
	}
	text := forms[form](x.problem)
	request := fmt.Sprintf("problem %s %d\n%s", form, len(text), text)
	return s.exchange(ctx, request, "ready", func(word string, rest []byte) error {
		wall := time.Since(s.asked)
		if word != "ready" {
			return s.misplaced(`, expected "ready", "unsupported" or "error"`)
		}
		s.setup = wall
		if _, err := parse(rest, field{"setup", (*int64)(&s.setup)}); err != nil {
			return s.misplaced(": %v", err)
		}
		if !credible(s.setup, wall) {
			return s.wrong("the engine says it prepared for %v, but its answer came after %v", s.setup, wall)
		}
		s.loaded = x
		return nil
	})
}

// credible reports whether a time that an engine claims fits into the time that it took to answer.
// Clocks may differ a little.
func credible(claimed, wall time.Duration) bool {
	return claimed <= wall+wall/100+time.Millisecond
}

// exchange sends a request and takes the lines of the answer, up to the one that begins with the last
// word. An engine may turn the request down, and then take another one.
func (s *session) exchange(ctx context.Context, request, last string, take func(word string, rest []byte) error) error {
	defer s.guard(ctx, last == "done")()
	s.asked, s.cpu = time.Now(), s.CPU()
	io.WriteString(s.Stdin, request) // if it fails, the engine may have said why before it ended
	for {
		word, rest, err := s.next()
		switch {
		case err != nil:
			return s.lost(err)
		case word == "unsupported":
			return cover.Unsupportedf("the engine says: %s", rest)
		case word == "error":
			return s.crash("the engine reports an error: %s", rest)
		}
		if err := take(word, rest); err != nil || word == last {
			return err
		}
	}
}

// guard watches over an exchange, until the caller calls the function returned. If the context ends, it
// cancels a run. If the exchange has not ended after the grace period either, it kills the process.
func (s *session) guard(ctx context.Context, run bool) (over func()) {
	var kill *time.Timer
	sent := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(sent)
		kill = time.AfterFunc(grace, s.Kill) // before the write, which blocks if the engine does not read
		if run {
			io.WriteString(s.Stdin, "cancel\n")
		}
	})
	return func() {
		if !stop() {
			<-sent // so that the request never meets the next exchange
			s.broken = !kill.Stop() || s.broken
		}
	}
}

// close ends the process. A process in order ends when its input does.
func (s *session) close() {
	if s.broken {
		s.Kill()
	}
	s.Stdin.Close()
	time.AfterFunc(grace, s.Kill)
}

// crash returns the error of a session that cannot go on.
func (s *session) crash(format string, args ...any) error {
	s.broken = true
	return fmt.Errorf(format, args...)
}

// wrong returns the error of an answer that is refuted.
func (s *session) wrong(format string, args ...any) error {
	return &cover.WrongError{Reason: s.crash(format, args...).Error()}
}

// misplaced returns the error of a line that is no answer, for a reason. The process may be about to
// end.
func (s *session) misplaced(format string, args ...any) error {
	return s.crash("the engine answered %s%s%s", child.Quote(s.line), fmt.Sprintf(format, args...), s.ended(""))
}

// lost returns the error of a line that does not end.
func (s *session) lost(err error) error {
	where := "without an answer"
	switch {
	case err == bufio.ErrBufferFull:
		return s.crash("a line of more than %d bytes: %s", s.Size(), child.Quote(s.line))
	case len(s.line) > 0:
		where = "in the middle of the line " + child.Quote(s.line)
	}
	return s.crash("the engine ended %s%s", where, s.ended("it closed its output and was killed"))
}

// ended describes the end of the process in parentheses, or says otherwise if it goes on for the grace
// period.
func (s *session) ended(otherwise string) string {
	how := otherwise
	select {
	case <-s.Done():
		how = "exit status 0"
		if err := s.Wait().Err; err != nil {
			how = err.Error()
		}
	case <-time.After(grace):
	}
	if how == "" {
		return ""
	}
	if text := child.Gist(s.Stderr()); text != "" {
		how += ", stderr: " + text
	}
	return " (" + how + ")"
}
