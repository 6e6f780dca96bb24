package chart

import "xcbench/results"

// cactus draws how many instances each solver solved within a time, or within an amount of another
// unit. Unsolved instances add nothing: the line ends below the top.
func cactus(in Input) (*Figure, error) {
	f := &Figure{title: "Instances solved within a " + amount(in.unit)}
	f.head = []string{"solver", "solved", in.Unit, "instance"}
	c := in.table()
	s := stairs{scale: scaleOf(in.Unit), id: c.ID, reached: solvedBy(c), all: c.Len()}
	for _, solver := range in.Solvers {
		if len(s.reached[solver]) == 0 {
			f.note(solver + " solved nothing.")
		}
	}
	if unsolved(c) != "" && in.Unit == results.Seconds {
		s.high = in.limit // lines continue up to the time limit
	}
	return s.draw(f, in)
}
