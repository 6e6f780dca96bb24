package external

import (
	"xcbench/cover"
)

// The protocol regexp is for any command whose output has numbers. The problem is DLX text, with
// its own item names replaced by numbers. The patterns of the spec find the numbers, in stdout and
// in stderr. The pattern for solutions is needed. No solutions are shown, so nothing but the
// agreement with other solvers confirms the number.
func named(Spec) codec {
	return codec{extension: ".dlx", count: true, takes: takesDLX,
		state: func(p *cover.Problem) statement { return numbers(dlxText(p)) }}
}

// numbers is a problem for a program that prints the number of solutions, and shows none.
type numbers []byte

func (n numbers) text([][]int) []byte { return n }

func (n numbers) line(r *reply, line []byte) error {
	found, err := r.scan(line)
	if !found {
		r.strange(line)
	}
	return err
}

func (n numbers) finish(r *reply) error {
	r.claimed = r.value("solutions")
	switch pattern := r.run.engine.spec.Patterns["solutions"]; {
	case r.claimed >= 0:
		r.answered = true
		r.exhausted = !r.run.engine.spec.FirstOnly || r.claimed == 0
	case r.exit.Err != nil:
	case pattern != "":
		return r.faultf("no line matches the pattern for solutions, %s", pattern)
	default:
		return r.faultf("it gave no number of solutions, such as \"c s exact arb int 92\"; a pattern for solutions finds another line")
	}
	return nil
}
