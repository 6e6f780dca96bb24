package page

import (
	"fmt"

	"xcbench/internal/english"
	"xcbench/results"
)

// byFamily returns the rows of each family.
func (s *study) byFamily() map[string][]results.Row {
	all, number := map[string][]results.Row{}, map[string]int{}
	for k := range s.rows {
		number[s.rows[k].Family]++
	}
	for family, n := range number {
		if n == len(s.rows) { // as in a run on one file
			return map[string][]results.Row{family: s.rows}
		}
		all[family] = make([]results.Row, 0, n)
	}
	for _, r := range s.rows {
		all[r.Family] = append(all[r.Family], r)
	}
	return all
}

// families returns the table of families. A cell has the ratio to the best time, and the number of
// instances solved unless all were.
func (s *study) families() table {
	t := table{
		ID:      "family-table",
		Caption: "Ratio to the best time, by family (geometric mean), and the instances solved if not all were",
		Heads:   []head{{"family", false}, {"instances", true}},
	}
	for _, c := range s.columns {
		t.Heads = append(t.Heads, head{c.name, true})
	}
	byFamily := s.byFamily()
	instances := map[string]int64{}
	for _, id := range s.instances {
		instances[familyOf(id)]++
	}
	for _, family := range s.familyNames() {
		r, _ := s.rank(byFamily[family])
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
