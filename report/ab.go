package report

import (
	"fmt"
	"xcbench/bench"
)

func AB(r bench.ABResult) Table {
	t := Table{Columns: []Column{{Name: "kind"}, {Name: "name"}, {Name: "old"}, {Name: "new"}, {Name: "ratio"}, {Name: "interval"}, {Name: "verdict"}}}
	for _, g := range r.Groups {
		if g.Kind != bench.BySolver && g.Verdict == bench.ABWithin {
			continue
		}
		t.Rows = append(t.Rows, []Cell{Text(string(g.Kind)), Text(g.Name), Text(fmt.Sprint(g.Old)), Text(fmt.Sprint(g.New)), Real(g.Ratio, 4), Text(fmt.Sprintf("%.4f %.4f", g.Low, g.High)), Text(string(g.Verdict))})
	}
	t.Title = fmt.Sprintf("%s %v searches %d screened %d confirmed %d suspects %d in %v", r.Unit, r.Noise, r.Searches, r.Screened, r.Rounds, r.Suspects, r.Spent)
	for _, l := range r.LeftOut {
		t.Notes = append(t.Notes, fmt.Sprint(l))
	}
	return t
}
