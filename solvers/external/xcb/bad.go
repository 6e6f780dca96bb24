package xcb

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"time"
)

// Bad starts a process and sends it a problem with an option that has an unknown item. It returns the
// engine's answer, or "" if the engine refuses the problem, or ends. It is for tests of engines.
func (e *Engine) Bad(ctx context.Context) (answer string, err error) {
	s, err := e.open(ctx)
	if err != nil {
		return "", err
	}
	text := []byte("a b\na b\nc\n")
	if numbers := badNumbers[s.form.name]; numbers != nil {
		text, _ = binary.Append(nil, binary.LittleEndian, numbers)
	}
	ctx, cancel := until(ctx, time.Now().Add(e.Start))
	defer cancel()
	_, err = s.state(ctx, s.form.name, text)
	s.broken = true // it is not used again
	s.close()
	switch {
	case err == nil || is[*unexpected](err):
		return string(s.line), nil
	case ctx.Err() != nil:
		return "", fmt.Errorf("no answer within %v", e.Start)
	}
	return "", nil
}

// Ends starts a process and closes its input after the greeting. It returns an error if the process
// does not end soon. It is for tests of engines.
func (e *Engine) Ends(ctx context.Context) error {
	s, err := e.open(ctx)
	if err != nil {
		return err
	}
	defer s.Kill()
	go io.Copy(io.Discard, s.in)
	s.Stdin.Close()
	select {
	case <-s.Done():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(e.Start):
		return fmt.Errorf("it still runs %v after its input ended", e.Start)
	}
}

// badNumbers are the problem in the forms of numbers.
var badNumbers = map[string][]uint32{"binary": {2, 2, 2, 2, 0, 1, 1, 2}, "pairs": {2, 2, 2, 2, 0, 0, 1, 0, 1, 2, 0}}
