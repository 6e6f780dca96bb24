package page

import (
	"fmt"

	"xcbench/internal/english"
	"xcbench/results"
)

// ofFamily returns the rows of a family, with their times.
func (s *study) ofFamily(family string) *results.Rows {
	rows := results.NewRows(results.Seconds)
	for k := range s.rows.Len() {
		if s.familyOf(s.rows.Instance(k)) == family {
			row := s.rows.At(k)
			rows.Add(&row)
		}
	}
	return rows
}

// familyTable returns the table of families. A cell has the ratio to the best time, and the number of
// instances solved unless all were.
func (s *study) familyTable() table {
	t := table{
		ID:      "family-table",
		Caption: "Ratio to the best time, by family (geometric mean), and the instances solved if not all were",
		Heads:   []head{{"family", false}, {"instances", true}},
	}
	for _, c := range s.columns {
		t.Heads = append(t.Heads, head{c.name, true})
	}
	instances := map[string]int64{}
	for _, instance := range s.order {
		instances[s.familyOf(instance)]++
	}
	for _, family := range s.families {
		r := s.ranked
		if len(s.families) > 1 {
			r, _ = s.rank(s.ofFamily(family))
		}
		line := row{Cells: []entry{{Text: family, Head: true}, whole(instances[family])}}
		standings := map[string]results.Standing{}
		best := 0.0
		for _, one := range r.Standings {
			standings[one.Solver] = one
			if one.Solved > 0 && (best == 0 || one.Ratio < best) {
				best = one.Ratio
			}
		}
		for _, c := range s.columns {
			one, ok := standings[c.name]
			e := blank()
			switch {
			case ok && one.Ratio > 0 && one.Solved > 0:
				e = number(english.ThreeDigits(one.Ratio)+"×", one.Ratio)
				e.Best = one.Ratio == best
			case ok:
				e.Text = "none"
			}
			if n := instances[family]; ok && int64(one.Solved) < n {
				e.Faint = fmt.Sprintf("%d of %d", one.Solved, n)
			}
			line.Cells = append(line.Cells, e)
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}
