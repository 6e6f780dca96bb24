package count

import (
	"fmt"
	"strings"
	"testing"

	"xcbench/cover"
)

// A race measures work in steps, so it is the same on every machine, to the last step. Whoever
// changes an estimate or a rule of the race changes this table, and looks at the times of
// docs/counting.md. The columns have the contestants in their order: the enumerator, the memory,
// and the sweeps in the order of the input, breadth first, in reverse, and greedy.
func TestARaceIsTheSameOnEveryMachine(t *testing.T) {
	for _, c := range []struct {
		id     string
		memory int64
		run    bool // after the survey
		want   string
	}{
		{"domino/6x6", 0, true,
			"memo: steps 65536 65536 16384 16384 16384 0, probes of 0 steps, widths 0 0 0 0 0 0"},
		{"domino/8x8", 0, true,
			"frontier_bfs: steps 65536 65536 65536 4259840 65536 65536, probes of 0 steps, widths 0 0 0 0 0 0"},
		{"tiling/v3_7x9", 0, true,
			"frontier_bfs: steps 65536 65536 65536 4259840 65536 0, probes of 0 steps, widths 0 0 0 0 0 0"},
		{"domino/12x12", 0, true,
			"frontier_bfs: steps 65536 65536 65536 4209399 65536 0, probes of 802259 steps, widths 4 4 16 16 16 16"},
		{"domino/12x12", 300_000, true,
			"frontier_bfs: steps 65536 65536 65536 4209399 65536 0, probes of 802259 steps, widths 4 4 16 16 16 16"},
		{"domino/12x12", 100_000, false,
			"frontier_bfs: steps 65536 65536 65536 65536 65536 0, probes of 641228 steps, widths 4 4 16 16 0 16"},
		{"squares/9x9", 0, true,
			"frontier: steps 0 0 1725343 0 0 0, probes of 258195 steps, widths 4 4 16 0 0 0"},
		{"bell/11", 0, true,
			"frontier: steps 0 0 3413438 0 0 0, probes of 218674 steps, widths 0 0 16 0 16 0"},
		{"bell/12", 0, true,
			"frontier: steps 0 0 9897443 0 0 0, probes of 407810 steps, widths 0 0 16 0 16 0"},
		{"blocks/14_k4", 0, true,
			"frontier: steps 0 0 4194304 0 0 0, probes of 1250429 steps, widths 16 16 64 16 16 0"},
		{"blocks/15_k3", 0, true,
			"frontier_reverse: steps 0 65536 65536 65536 4259840 0, probes of 1377902 steps, widths 16 16 64 16 64 0"},
		{"latin/5", 0, true,
			"frontier: steps 65536 65536 8454144 65536 65536 0, probes of 3192641 steps, widths 64 64 256 256 256 256"},
		{"threepartition/12_b200_s1", 0, true,
			"frontier_greedy: steps 65536 65536 2040212 65536 65536 2226839, probes of 2638384 steps, widths 64 64 256 256 256 256"},
		{"triangles/lattice20", 0, true,
			"frontier_reverse: steps 65536 65536 65536 65536 4259840 0, probes of 3004797 steps, widths 64 64 16 16 64 16"},
		{"aztec/10", 0, true,
			"frontier_greedy: steps 65536 65536 65536 65536 65536 4194304, probes of 1098162 steps, widths 4 4 16 16 16 16"},
		{"matching/k20", 0, true,
			"frontier: steps 65536 65536 8397220 65536 65536 0, probes of 1372039 steps, widths 16 16 64 64 64 0"},
		{"squares/8x13", 0, true,
			"frontier_bfs: steps 0 0 0 4445563 0 0, probes of 1529414 steps, widths 16 16 16 64 16 0"},
		{"rectangles/5x5", 0, true,
			"frontier: steps 65536 65536 2609361 65536 65536 0, probes of 1091419 steps, widths 16 16 64 64 64 0"},
		{"langford/11", 0, false,
			"dlx_index: steps 65536 65536 65536 65536 65536 65536, probes of 1729306 steps, widths 64 64 64 64 256 64"},
		{"lozenge/7x7x7", 0, false,
			"frontier: steps 65536 65536 65536 0 65536 0, probes of 4699261 steps, widths 16 16 64 16 16 0"},
		{"domino/20x20", 0, false,
			"frontier_bfs: steps 0 0 65536 0 65536 0, probes of 2949634 steps, widths 4 4 16 16 16 16"},
		{"random/i200_m600_k6_s1", 0, false,
			"dlx_index: steps 0 0 0 0 0 0, probes of 3277974 steps, widths 64 64 16 16 16 16"},
	} {
		x := race(t, c.id)
		x.begin(t.Context(), cover.Limits{Memory: c.memory})
		switch {
		case c.run:
			x.race()
		case !x.sprint():
			x.survey()
			x.chosen = x.leader().name()
		}
		held := int64(0)
		for _, r := range x.field {
			if r.ready {
				held += r.memory()
			}
		}
		if c.memory > 0 && held > c.memory {
			t.Errorf("%s: got %d bytes in use, want at most %d", c.id, held, c.memory)
		}
		var steps, widths []string
		for _, r := range x.field {
			steps, widths = append(steps, fmt.Sprint(r.spent)), append(widths, fmt.Sprint(r.width))
		}
		got := fmt.Sprintf("%s: steps %s, probes of %d steps, widths %s", strings.TrimPrefix(x.chosen, "count_"),
			strings.Join(steps, " "), x.spent, strings.Join(widths, " "))
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.id, got, c.want)
		}
	}
}
