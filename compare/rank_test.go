package compare_test

import (
	"fmt"
	"strings"

	"xcbench/compare"
)

// showRanking returns the standings, the best first, and then the virtual best solver and the
// instances. It leaves out numbers of 0.
func showRanking(r compare.Ranking) string {
	text := ""
	for _, s := range append(r.Standings, r.VBS) {
		text += s.Solver + ":"
		for _, x := range []struct {
			name string
			n    int
		}{{"solved", s.Solved}, {"best", s.Best}, {"unsupported", s.Unsupported}} {
			if x.n > 0 {
				text += fmt.Sprint(" ", x.n, " ", x.name)
			}
		}
		text += fmt.Sprintf(" PAR %.5g ratio %.5g total %.5g marginal %.5g\n", s.PAR, s.Ratio, s.Total, s.Marginal)
	}
	return text + fmt.Sprint(r.Instances, " instances\n", strings.Join(compare.Tell(r.Out), "\n"))
}
