package xcb

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"xcbench/internal/child"
)

// Bad starts an engine and sends it a problem with an option that has an unknown item. It returns the
// engine's answer, or "" if the engine refuses the problem, or ends. It is for tests of engines.
func Bad(ctx context.Context, command child.Command) (answer string, err error) {
	command.Env = append([]string{Variable + "=" + Name}, command.Env...)
	s, f := open(ctx, command)
	if f != nil {
		return "", f.err
	}
	s.broken = true // it is not used again
	defer s.close()
	text := []byte("a b\na b\nc\n")
	if s.form.name == "binary" {
		text = nil
		for _, n := range []uint32{2, 2, 2, 2, 0, 1, 1, 2} {
			text = binary.LittleEndian.AppendUint32(text, n)
		}
	}
	ctx, cancel := until(ctx, time.Now().Add(greetingTime))
	defer cancel()
	defer s.guard(ctx, "")()
	if f := s.send(fmt.Appendf(nil, "problem %s %d\n%s", s.form.name, len(text), text)); f != nil {
		return "", nil
	}
	word, rest, f := s.next()
	if f != nil && ctx.Err() != nil {
		return "", fmt.Errorf("no answer within %v", greetingTime)
	}
	if f != nil || s.refused(word, rest) != nil {
		return "", nil
	}
	return string(s.line), nil
}
