package bench

import (
	"xcbench/cover"
)

// odd is a solver whose Prepare and Run call functions first.
type odd struct {
	prepare func()
	run     func(run int) // called before each run with its number, from 1
}

func (s odd) Prepare(p *cover.Problem) (cover.Search, error) {
	if s.prepare != nil {
		s.prepare()
	}
	runs := 0
	return faulty{before: func() {
		if runs++; s.run != nil {
			s.run(runs)
		}
	}}.Prepare(p)
}

// second calls a function in all runs but the first.
func second(do func()) func(int) {
	return func(run int) {
		if run > 1 {
			do()
		}
	}
}
