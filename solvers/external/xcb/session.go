package xcb

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
)

// A session is a dialogue with one process of an engine.
type session struct {
	process
	in  *bufio.Reader // its size bounds a line
	out io.WriteCloser

	greeting Greeting
	form     form
	start    time.Duration // from the start of the process to the end of its greeting
	loaded   *search       // the search whose problem the engine has, or nil
	setup    time.Duration // of this problem
	broken   bool          // the process cannot be used any more
	grace    time.Duration // how long the engine may go on after the end of a context
	line     []byte        // the last line, valid until the next one is read
	options  []int         // memory for a solution
	text     []byte        // memory for a request
}

// A process is the program at the other end, as [child.Process].
type process interface {
	Kill()
	Done() <-chan struct{} // closed when it has ended
	Wait() child.Exit
	Stderr() []byte
	CPU() time.Duration
	Peak() int64
}

// A Greeting is what an engine says about itself when it starts.
type Greeting struct {
	Name, Version string
	Capabilities  cover.Capabilities
}

// minLine bounds the lines of an engine that has no problem yet.
const minLine = 4 << 10

func newSession(p process, in io.Reader, out io.WriteCloser, grace time.Duration) *session {
	return &session{process: p, in: bufio.NewReaderSize(in, minLine), out: out, grace: grace}
}

// next reads the next line and splits off its first word. The error is a fault.
func (s *session) next() (word, rest []byte, f *fault) {
	line, err := s.in.ReadSlice('\n')
	s.line = bytes.TrimRight(line, "\r\n")
	switch {
	case err == bufio.ErrBufferFull:
		return nil, nil, s.crash("a line of more than %d bytes: %s", s.in.Size(), child.Quote(s.line))
	case err != nil && len(s.line) > 0:
		return nil, nil, s.crash("the engine ended in the middle of the line %s (%s)", child.Quote(s.line), s.ended())
	case err != nil:
		return nil, nil, s.crash("the engine ended without an answer (%s)", s.ended())
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
	s.out.Close()
	if s.broken {
		s.Kill()
		return
	}
	time.AfterFunc(s.grace, s.Kill)
}

// A fault ends a run. Unless the engine turned the problem down, it also ends the session.
type fault struct {
	status cover.Status
	err    error
}

func (s *session) crash(format string, args ...any) *fault {
	s.broken = true
	return &fault{cover.Failed, fmt.Errorf(format, args...)}
}

func (s *session) wrong(format string, args ...any) *fault {
	s.broken = true
	return &fault{cover.Failed, &cover.WrongError{Reason: fmt.Sprintf(format, args...)}}
}

func unsupported(format string, args ...any) *fault {
	return &fault{cover.Unsupported, cover.Unsupportedf(format, args...)}
}

// unexpected is the fault of a line that does not belong here.
func (s *session) unexpected(expected string) *fault {
	return s.crash("the engine answered %s, expected %s%s", child.Quote(s.line), expected, s.soonEnded())
}

// malformed is the fault of a line with a mistake.
func (s *session) malformed(err error) *fault {
	return s.crash("the engine answered %s: %v%s", child.Quote(s.line), err, s.soonEnded())
}

// refused returns the fault of an engine that cannot do what it was asked to. An engine may turn a
// problem down, and then take another one.
func (s *session) refused(word, rest []byte) *fault {
	switch string(word) {
	case "unsupported":
		return unsupported("the engine says: %s", rest)
	case "error":
		return s.crash("the engine reports an error: %s", rest)
	}
	return nil
}

// greet opens the dialogue.
func (s *session) greet(ctx context.Context) *fault {
	defer s.guard(ctx, "")()
	if f := s.send(fmt.Appendf(nil, "%s %d\n", Name, Version)); f != nil {
		return f
	}
	s.form = forms[0]
	g := &s.greeting
	for first := true; ; first = false {
		word, rest, f := s.next()
		if f != nil {
			return f
		}
		switch key := string(word); {
		case first && (key != Name || string(rest) != fmt.Sprint(Version)):
			return s.unexpected(fmt.Sprintf(`"%s %d"`, Name, Version))
		case first:
		case key == "ready":
			return nil
		case key == "name":
			g.Name = string(rest)
		case key == "version":
			g.Version = string(rest)
		case key == "takes":
			switch string(rest) {
			case "secondary":
				g.Capabilities.Secondary = true
			case "colours":
				g.Capabilities.Colours = true
			}
		case key == "counts":
			g.Capabilities.CountsOnly = string(rest) == "only"
		case key == "first":
			g.Capabilities.FirstOnly = string(rest) == "only"
		case key == "problem":
			var ok bool
			if s.form, ok = findForm(rest); !ok {
				return s.unexpected("problem dlx, problem binary or problem pairs")
			}
		case key == "error":
			return s.refused(word, rest)
		}
	}
}

// send writes a request.
func (s *session) send(text []byte) *fault {
	if _, err := s.out.Write(text); err != nil {
		_, _, f := s.next() // the engine may have said why before it ended
		if f == nil {
			f = s.unexpected("no answer before the request is complete")
		}
		return f
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
			io.WriteString(s.out, request)
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
