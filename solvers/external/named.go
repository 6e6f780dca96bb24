package external

import (
	"bytes"
	"errors"

	"xcbench/cover"
)

// The protocol regexp is for any command whose output has numbers. The problem is DLX text, with
// its own item names replaced by numbers. The patterns of the spec find the numbers, in stdout and
// in stderr. The pattern for solutions is needed. No solutions are shown, so nothing but the
// agreement with other solvers confirms the number.
func named(s Spec) (codec, error) {
	if s.Patterns["solutions"] == "" {
		return codec{}, errors.New("the protocol regexp needs a pattern for solutions")
	}
	return codec{extension: ".dlx", count: true, takes: takesDLX}.counting(s, "", dlxText), nil
}

// counting returns a codec for programs that print the number of solutions, and show none.
func (c codec) counting(s Spec, usual string, text func(p *cover.Problem) []byte) codec {
	patterns := patternsOf(s, usual)
	c.state = func(p *cover.Problem) statement {
		return &numbers{words: text(p), patterns: patterns, pattern: s.Patterns["solutions"], firstOnly: s.FirstOnly}
	}
	return c
}

type numbers struct {
	words     []byte
	patterns  []pattern
	pattern   string // of the spec, for the number of solutions; "" for the usual ones
	firstOnly bool
}

func (n *numbers) text([][]int) []byte { return n.words }

func (n *numbers) read(r *reply) error {
	for {
		line, err := r.next()
		if err != nil {
			return endOf(err)
		}
		if found, err := r.scan(n.patterns, line); err != nil {
			return err
		} else if !found {
			r.strange(line)
		}
	}
}

func (n *numbers) finish(r *reply) error {
	for line := range bytes.Lines(r.stderr) {
		if _, err := r.scan(n.patterns, bytes.TrimRight(line, "\r\n")); err != nil {
			return err
		}
	}
	count, ok := r.numbers["solutions"]
	switch {
	case ok:
		r.answered, r.claimed = true, count
		r.exhausted = !n.firstOnly || count == 0
	case r.exit.Err != nil:
	case n.pattern != "":
		return r.faultf("no line matches the pattern for solutions, %s", n.pattern)
	default:
		return r.faultf("it gave no number of solutions, such as \"c s exact arb int 92\"; a pattern for solutions finds another line")
	}
	return nil
}
