package page

import (
	"fmt"
	"math"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// ofFamily returns the rows of a family that are ranked.
func (s *study) ofFamily(family string) *results.Rows {
	return s.rows.Where(func(r results.Row) bool {
		in, _ := s.rows.Find(r.InstanceID())
		return s.familyOf(in) == family && !s.unfinished[r.InstanceID()]
	})
}

// familyTable returns the table of families. A cell has the ratio to the best time, and the number of
// instances solved unless all were. A family has the instances that are ranked.
func (s *study) familyTable() table {
	t := table{
		ID:      "family-table",
		Caption: "Ratio to the best time, by family (geometric mean), and the instances solved if not all were",
		Heads:   []head{{"family", false}, {"instances", true}},
	}
	for _, c := range s.columns {
		t.Heads = append(t.Heads, head{c.heading(), true})
	}
	for _, family := range s.families {
		r := s.ranked
		if len(s.families) > 1 {
			r = s.rank(s.ofFamily(family))
		}
		line := row{Cells: []entry{{Text: family, Head: true}, whole(int64(r.Instances))}}
		standings := map[string]compare.Standing{}
		best := 0.0
		for _, one := range r.Standings {
			standings[one.Solver] = one
			if one.Solved > 0 && one.Ratio > 0 && (best == 0 || one.Ratio < best) {
				best = one.Ratio
			}
		}
		for _, c := range s.columns {
			one, ok := standings[c.name]
			e := blank()
			switch {
			case ok && one.Ratio > 0 && one.Solved > 0:
				e = number(english.Factor(one.Ratio), one.Ratio)
				e.Best = one.Ratio == best
			case ok && one.Unsupported == r.Instances:
				e.Text = string(cover.Unsupported)
			case ok && math.IsNaN(one.Ratio):
				e.Text = "unknown"
			case ok:
				e.Text = "none"
			}
			if ok && one.Solved+one.Unsupported < r.Instances {
				e.Faint = fmt.Sprintf("%d of %d", one.Solved, r.Instances-one.Unsupported)
			}
			line.Cells = append(line.Cells, e)
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}
