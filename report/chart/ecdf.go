package chart

import "xcbench/results"

// ecdf draws the share of the instances that each solver solved within a time, or within an amount
// of another unit. This is the empirical distribution, with unsolved instances at infinity. All
// instances with a row of any solver count.
func ecdf(in Input) (*Figure, error) {
	f := &Figure{title: "Share of the instances solved within a " + amount(in.unit)}
	f.head = []string{"solver", "share", in.Unit, "instance"}
	c := in.table()
	f.note(unsolved(c))
	s := stairs{scale: scaleOf(in.Unit), id: c.ID, reached: solvedBy(c), all: c.Len(), shares: true}
	if len(f.notes) > 0 && in.Unit == results.Seconds {
		s.high = in.limit // lines continue up to the time limit
	}
	return s.draw(f, in)
}
