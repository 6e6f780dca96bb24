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
	patterns := patternsOf(s, nil)
	return codec{extension: ".dlx", count: true, takes: takesDLX, state: func(p *cover.Problem) statement {
		return &numbers{dlx: dlxText(p), patterns: patterns, firstOnly: s.FirstOnly}
	}}, nil
}

type numbers struct {
	plain
	dlx       []byte
	patterns  []pattern
	firstOnly bool
}

func (n *numbers) text() [][]byte { return [][]byte{n.dlx} }

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
	if count, ok := r.numbers["solutions"]; ok {
		r.answered, r.claimed = true, count
		r.exhausted = !n.firstOnly || count == 0
	}
	return nil
}
