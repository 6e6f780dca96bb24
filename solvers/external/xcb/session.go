package xcb

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
)

// A session is a dialogue with one process of an engine.
type session struct {
	*child.Process
	lines

	said   map[string]string // the lines of the greeting, and the text behind their first words
	start  time.Duration     // from the start of the process to the end of its greeting
	loaded *search           // the search whose problem the engine has, or nil
	setup  time.Duration     // of this problem
	broken bool              // the process cannot be used any more
	asked  time.Time         // when the last request was sent
	took   time.Duration     // from then to the last line of the answer
	cpu    time.Duration     // of the process until the request
}

// grace is how long a process may go on after the end of its time.
const grace = 200 * time.Millisecond

// greet opens the dialogue.
func (s *session) greet(ctx context.Context) error {
	s.said = map[string]string{"problem": "dlx"}
	return s.exchange(ctx, Hello+"\n", "ready", func(word, rest string) error {
		line := word + " " + rest
		s.said[word], s.said[line] = rest, line
		switch {
		case s.said[Hello] == "":
			return fmt.Errorf("expected %q", Hello)
		case !slices.Contains(forms, s.said["problem"]):
			return errors.New("expected problem dlx, problem binary or problem pairs")
		}
		return nil
	})
}

// load sends the problem of a search to the engine.
func (s *session) load(ctx context.Context, x *search) error {
	s.loaded, s.setup = nil, 0
	s.Reader = bufio.NewReaderSize(s.Reader, 32+11*x.problem.MaxDepth()) // the same if it is large enough
	form, text := encode(x.problem, s.said["problem"])
	request := fmt.Sprintf("problem %s %d\n%s", form, len(text), text)
	return s.exchange(ctx, request, "ready", func(word, rest string) error {
		if word != "ready" {
			return errors.New(`expected "ready", "unsupported" or "error"`)
		}
		s.setup, s.loaded = s.took, x
		_, err := parse(rest, field{"setup", (*int64)(&s.setup)})
		return cmp.Or(err, s.credible(s.setup))
	})
}

// credible refutes a time that an engine claims, unless it fits into the time that it took to answer.
// Clocks may differ a little.
func (s *session) credible(claimed time.Duration) error {
	if claimed <= s.took+s.took/100+time.Millisecond {
		return nil
	}
	return cover.Wrongf("it says it took %v, but its answer came after %v", claimed, s.took)
}

// exchange sends a request and takes the lines of the answer, up to the one that begins with the last
// word. An engine may turn the request down, and then take another one. An error of take says what is
// wrong with the line, and ends the dialogue.
func (s *session) exchange(ctx context.Context, request, last string, take func(word, rest string) error) error {
	defer s.guard(ctx)()
	s.asked, s.cpu = time.Now(), s.CPU()
	io.WriteString(s.Stdin, request) // if it fails, the engine may have said why before it ended
	for {
		word, rest, err := s.next()
		s.took = time.Since(s.asked)
		switch {
		case err == bufio.ErrBufferFull:
			err = fmt.Errorf("the line has more than %d bytes", s.Size())
		case err != nil && s.line != "":
			err = errors.New("the line has no end")
		case err != nil:
			return s.crash("the engine ended without an answer%s", cmp.Or(s.ended(), " (it closed its output and was killed)"))
		case word == "unsupported":
			return cover.Unsupportedf("the engine says: %s", rest)
		case word == "error":
			return s.crash("the engine reports an error: %s", rest)
		default:
			err = take(word, rest)
		}
		if err != nil { // the process may be about to end
			return s.crash("the engine answered %s: %w%s", child.Quote([]byte(s.line)), err, s.ended())
		}
		if word == last {
			return nil
		}
	}
}

// guard watches over an exchange, until the caller calls the function returned. If the context ends, it
// sends "cancel", which only a run obeys. If the exchange has not ended after the grace period either,
// it kills the process.
func (s *session) guard(ctx context.Context) (over func()) {
	var kill *time.Timer
	sent := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(sent)
		kill = time.AfterFunc(grace, s.Kill) // before the write, which blocks if the engine does not read
		io.WriteString(s.Stdin, "cancel\n")
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

// ended describes the end of the process, in parentheses. It is empty if the process goes on for half
// the grace period: at its end, it may be killed.
func (s *session) ended() string {
	select {
	case <-s.Done():
	case <-time.After(grace / 2):
		return ""
	}
	return fmt.Sprintf(" (%v%s)", cmp.Or(s.Wait().Err, errors.New("exit status 0")), child.Gist(s.Stderr()))
}
